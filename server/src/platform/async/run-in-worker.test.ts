import { runInWorker, WorkerLimitReached } from './run-in-worker';

const worker = (code: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${code}`)}`);
const LIMITS = { time: 60_000, memory: 64 };

it('a worker receives its data, and its message is the result', async () => {
  expect(await runInWorker(worker('parentPort.postMessage(workerData * 2)'), 21, LIMITS)).toBe(42);
});

it('a worker that never ends is ended at the limit of time', async () => {
  const running = runInWorker(worker('for (;;);'), null, { ...LIMITS, time: 50 });
  await expect(running).rejects.toEqual(new WorkerLimitReached('time'));
});

it('a worker that needs too much memory is ended, and the process goes on', async () => {
  const running = runInWorker(worker('const all = []; for (;;) all.push(new Array(1000).fill(all.length))'), null, { ...LIMITS, memory: 16 });
  await expect(running).rejects.toEqual(new WorkerLimitReached('memory'));
});

it('a worker that fails or ends without a message is an error', async () => {
  await expect(runInWorker(worker('throw new Error("broken")'), null, LIMITS)).rejects.toThrow('broken');
  await expect(runInWorker(worker('process.exit(3)'), null, LIMITS)).rejects.toThrow('ended with code 3');
});
