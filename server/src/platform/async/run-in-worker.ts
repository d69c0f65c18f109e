import { Worker } from 'node:worker_threads';

export interface WorkerLimits {
  /** ms */
  time: number;
  /** MB of objects; buffers do not count. */
  memory: number;
}

/** A worker thread was ended because it reached a limit. */
export class WorkerLimitReached extends Error {
  constructor(readonly limit: keyof WorkerLimits) {
    super(`the worker thread reached its limit of ${limit}`);
  }
}

/**
 * Runs a worker thread until its only message, and returns this message. Hostile input can exhaust the time and the memory of that thread only.
 * @param file the built file of the worker
 * @param data for the worker, as `workerData`
 * @throws WorkerLimitReached
 */
export async function runInWorker<T>(file: URL, data: unknown, limits: WorkerLimits): Promise<T> {
  const thread = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: limits.memory } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new WorkerLimitReached('time')), limits.time);
      thread.once('message', resolve);
      thread.once('error', (error) => reject(isOutOfMemory(error) ? new WorkerLimitReached('memory') : error));
      thread.once('exit', (code) => reject(new Error(`the worker thread ended with code ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
