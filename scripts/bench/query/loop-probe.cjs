'use strict';
// Loaded into the server with `--require`: the longest time that its event loop stood still, ms, in a file that is written anew every half second.
const { existsSync, rmSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION = 5;

const file = process.env.CAM_BENCH_LOOP;
if (file && isMainThread && /server\/dist\//.test(process.argv[1] ?? '')) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  setInterval(() => {
    // Somebody wants to know only what comes from now on.
    if (existsSync(`${file}.reset`)) {
      delays.reset();
      rmSync(`${file}.reset`);
    }
    const longest = delays.count === 0 ? 0 : delays.max / 1e6 - RESOLUTION;
    const late = delays.count === 0 ? 0 : delays.percentile(99.9) / 1e6 - RESOLUTION;
    writeFileSync(file, JSON.stringify({ longest, late }));
  }, 500).unref();
}
