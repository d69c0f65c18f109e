import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../build/root';
import { median, timed, type Benchmark } from './benchmark';

const RUNS = 3;

/** Starts on data that are new, and then again on the same: all is installed and built in both. */
export const starts: Benchmark = {
  name: 'starts',
  run: async () => {
    const first: number[] = [];
    const second: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const dataDir = mkdtempSync(join(tmpdir(), 'cam-bench-'));
      try {
        first.push(await startAndStop(dataDir));
        second.push(await startAndStop(dataDir));
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
    return [{ what: 'second start', measured: median(second), against: 'first start, built', reference: median(first), unit: 'ms' }];
  },
};

/** Milliseconds until `CAM ready`. */
async function startAndStop(dataDir: string): Promise<number> {
  const env = { ...process.env, PORT: String(await freePort()), CAM_DATA: dataDir };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ms = await timed(
    () =>
      new Promise<void>((ready, failed) => {
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (/^CAM ready at /m.test(output)) ready();
        });
        child.once('exit', (code) => failed(new Error(`npm start ended with ${code}`)));
      }),
  );
  child.kill('SIGTERM');
  await ended;
  return ms;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
