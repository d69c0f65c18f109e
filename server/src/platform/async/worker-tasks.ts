import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** A message of a WorkerPool to its thread: a task, or the permission to go on after a message. */
export type ToWorker<Task> = { kind: 'task'; task: Task } | { kind: 'next' };

/** A message of a thread to its WorkerPool. `heap` is the size of the thread's heap after the task, MB. */
export type FromWorker<Message, Result> = { kind: 'message'; message: Message } | { kind: 'result'; value: Result; heap: number };

/** A result, and the buffers in it that move between the threads without a copy. */
export interface TaskOutcome<Result> {
  value: Result;
  moved?: ArrayBuffer[];
}

/**
 * Serves the tasks of a WorkerPool, one after another. An error of a task ends the thread.
 * @param run runs a task; it may send messages, and waits until each is handled
 * @throws if this is not a worker thread
 */
export function serveTasks<Task, Result, Message = never>(
  run: (task: Task, send: (message: Message) => Promise<void>) => Promise<TaskOutcome<Result>>,
): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only.');
  const post = (message: FromWorker<Message, Result>, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);
  const send = async (message: Message): Promise<void> => {
    const handled = once(port, 'message');
    post({ kind: 'message', message });
    await handled;
  };
  const serve = async (task: Task): Promise<void> => {
    const { value, moved } = await run(task, send);
    post({ kind: 'result', value, heap: getHeapStatistics().total_heap_size / 2 ** 20 }, moved);
  };
  port.on('message', (received: ToWorker<Task>) => {
    // An error rejects without a handler, which ends the thread.
    if (received.kind === 'task') void serve(received.task);
  });
}
