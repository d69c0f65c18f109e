import { AsyncLocalStorage } from 'node:async_hooks';
import { WorkerLimitReached, WorkerPool } from './worker-pool';

/** A worker that speaks like `serveTasks` and runs this code for each task. Its threads number their tasks. */
const worker = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, threadId } from 'node:worker_threads';
      let tasks = 0;
      const result = (value, heap = 1) => parentPort.postMessage({ kind: 'result', value, heap });
      parentPort.on('message', (message) => {
        if (message.kind === 'next') return result('went on');
        const task = message.task;
        tasks += 1;
        ${code}
      });`)}`,
  );
const LIMITS = { time: 60_000, memory: 64 };

it('a worker receives its task, and its result comes back', async () => {
  expect(await new WorkerPool(worker('result(task * 2)'), LIMITS).run(21)).toBe(42);
});

it('a worker goes on only when its message is handled', async () => {
  const pool = new WorkerPool(worker("parentPort.postMessage({ kind: 'message', message: 'half' })"), LIMITS);
  const heard: string[] = [];
  expect(await pool.run<string, string>(null, async (message) => void heard.push(message))).toBe('went on');
  expect(heard).toEqual(['half']);
  const refusing = pool.run<string, string>(null, async () => Promise.reject(new Error('no database')));
  await expect(refusing).rejects.toThrow('no database');
});

it('a thread runs the next task, and tasks at the same time have one each', async () => {
  const pool = new WorkerPool(worker('result([threadId, tasks])'), LIMITS);
  const [[first], [second]] = await Promise.all([pool.run<number[]>(null), pool.run<number[]>(null)]);
  expect(first).not.toBe(second);
  const [third, tasks] = await pool.run<number[]>(null);
  expect([first, second]).toContain(third);
  expect(tasks).toBe(2);
});

it('messages are handled in the context of their task, not in that of the task that started the thread', async () => {
  const pool = new WorkerPool(worker("parentPort.postMessage({ kind: 'message', message: threadId })"), LIMITS);
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[][] = [];
  const inContext = (name: string): Promise<string> =>
    context.run(name, () => pool.run<string, number>(null, async (thread) => void seen.push([thread, context.getStore()])));
  await inContext('first');
  await inContext('second');
  expect(seen.map(([, name]) => name)).toEqual(['first', 'second']);
  expect(seen[0]?.[0]).toBe(seen[1]?.[0]);
});

it('a thread with a large heap, or one that waited for long, is not used again', async () => {
  const grown = new WorkerPool(worker('result(tasks, 500)'), LIMITS);
  expect([await grown.run(null), await grown.run(null)]).toEqual([1, 1]);
  const roomy = new WorkerPool(worker('result(tasks, 500)'), LIMITS, { keptHeap: 500 });
  expect([await roomy.run(null), await roomy.run(null)]).toEqual([1, 2]);
  const ending = new WorkerPool(worker('result(tasks)'), LIMITS, { idleTime: 1 });
  const tasks = [await ending.run<number>(null)];
  while (tasks.length < 2 || tasks.at(-1) !== 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    tasks.push(await ending.run<number>(null));
  }
});

it('a worker that never ends is ended at the limit of time, and the next task has a new thread', async () => {
  const pool = new WorkerPool(worker("if (task === 'endless') for (;;); result(tasks)"), { ...LIMITS, time: 2_000 });
  await pool.run(null);
  await expect(pool.run('endless')).rejects.toEqual(new WorkerLimitReached('time'));
  expect(await pool.run(null)).toBe(1);
});

it('a worker that needs too much memory is ended, and the process goes on', async () => {
  const running = new WorkerPool(worker('const all = []; for (;;) all.push(new Array(1000).fill(all.length))'), { ...LIMITS, memory: 16 }).run(null);
  await expect(running).rejects.toEqual(new WorkerLimitReached('memory'));
});

it('a worker that fails or ends without a result is an error', async () => {
  await expect(new WorkerPool(worker('throw new Error("broken")'), LIMITS).run(null)).rejects.toThrow('broken');
  await expect(new WorkerPool(worker('process.exit(3)'), LIMITS).run(null)).rejects.toThrow('ended with code 3');
});
