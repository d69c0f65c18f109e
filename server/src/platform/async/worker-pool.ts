import { AsyncResource } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker-tasks';

export interface WorkerLimits {
  /** The longest time of one task, ms. */
  time: number;
  /** MB of objects; buffers do not count. */
  memory: number;
}

/** A task was ended because it reached a limit. */
export class WorkerLimitReached extends Error {
  constructor(readonly limit: keyof WorkerLimits) {
    super(`the worker thread reached its limit of ${limit}`);
  }
}

/** How long a thread waits for its next task, ms. A start takes about half a second of CPU time. */
const IDLE_TIME = 60_000;

/** Room for new objects, MB. The process may set more for its main thread, which each thread would take otherwise. */
const NEW_OBJECTS = 96;

/** A thread whose heap is larger after a task ends with it, if the pool does not say otherwise, MB. */
const KEPT_HEAP = 128;

/**
 * Runs tasks in worker threads, each task alone in its thread. Hostile input can exhaust the time and the memory of that thread only. One thread waits for the
 * next task; a thread that failed or reached a limit is never used again.
 */
export class WorkerPool {
  #idle: { thread: Worker; end: () => void } | null = null;
  readonly #idleTime: number;
  readonly #keptHeap: number;

  /**
   * @param file the built file of the worker, which calls `serveTasks`
   * @param options.idleTime how long a thread waits for its next task, ms
   * @param options.keptHeap the largest heap after a task with which a thread waits, MB
   */
  constructor(
    private readonly file: URL,
    private readonly limits: WorkerLimits,
    { idleTime = IDLE_TIME, keptHeap = KEPT_HEAP } = {},
  ) {
    this.#idleTime = idleTime;
    this.#keptHeap = keptHeap;
  }

  /**
   * Runs one task.
   * @param task is copied into the thread
   * @param receive handles each message that the task sends; the task waits for it
   * @returns the result of the task
   * @throws WorkerLimitReached, or what the worker or `receive` throws
   */
  async run<Result, Message = never>(task: unknown, receive: (message: Message) => Promise<void> = async () => undefined): Promise<Result> {
    const thread = this.#take();
    let timer: NodeJS.Timeout | undefined;
    let stopListening = (): void => undefined;
    try {
      const { value, heap } = await new Promise<{ value: Result; heap: number }>((resolve, reject) => {
        timer = setTimeout(() => reject(new WorkerLimitReached('time')), this.limits.time);
        // Without the binding, a message would be handled for the request or job that started the thread, which may have ended long ago.
        const onMessage = AsyncResource.bind((message: FromWorker<Message, Result>): void => {
          if (message.kind === 'result') resolve(message);
          else receive(message.message).then(() => thread.postMessage({ kind: 'next' } satisfies ToWorker<never>), reject);
        });
        const onError = (error: unknown): void => reject(isOutOfMemory(error) ? new WorkerLimitReached('memory') : error);
        const onExit = (code: number): void => reject(new Error(`the worker thread ended with code ${code}`));
        thread.on('message', onMessage).on('error', onError).on('exit', onExit);
        stopListening = () => thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        thread.postMessage({ kind: 'task', task } satisfies ToWorker<unknown>);
      });
      if (heap <= this.#keptHeap) this.#keep(thread);
      else await thread.terminate();
      return value;
    } catch (error) {
      await thread.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  }

  #take(): Worker {
    const idle = this.#idle;
    if (!idle)
      return new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: this.limits.memory, maxYoungGenerationSizeMb: NEW_OBJECTS } });
    idle.end();
    return idle.thread;
  }

  #keep(thread: Worker): void {
    if (this.#idle) return void thread.terminate();
    const drop = (): void => {
      end();
      void thread.terminate();
    };
    const timer = setTimeout(drop, this.#idleTime).unref();
    const end = (): void => {
      this.#idle = null;
      clearTimeout(timer);
      thread.off('error', drop).off('exit', drop);
      thread.ref();
    };
    thread.on('error', drop).on('exit', drop);
    // A process that has nothing else to do may end.
    thread.unref();
    this.#idle = { thread, end };
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
