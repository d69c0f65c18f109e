'use strict';
// Loaded into the server with `--require`. When a request file appears, writes the longest delay of the event loop since the last request, ms.
// Writes only then, because a regular write would wait for the disk and distort the measurement.
const { existsSync, rmSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION = 5;

const file = process.env.CAM_BENCH_LOOP;
if (file && isMainThread && /server\/dist\//.test(process.argv[1] ?? '')) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  setInterval(() => {
    if (!existsSync(`${file}.asked`)) return;
    const [longest, late] = [delays.max, delays.percentile(99.9)].map((delay) => (delays.count === 0 ? 0 : delay / 1e6 - RESOLUTION));
    writeFileSync(file, JSON.stringify({ longest, late }));
    rmSync(`${file}.asked`);
    delays.reset();
  }, 500).unref();
}
