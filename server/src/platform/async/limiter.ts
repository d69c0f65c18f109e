/** Bounds the number of parallel runs. The others wait in order of arrival. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Processes items with bounded parallelism. Takes them one by one, so a long list is never completely in memory.
 * @param most items at once
 * @throws the first error, after the running items have ended; no further item starts
 */
export async function forEachOf<T>(items: Iterable<T> | AsyncIterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isDone = false;
  const worker = async (): Promise<void> => {
    while (!isDone) {
      const next = await iterator.next();
      if (next.done) {
        isDone = true;
        return;
      }
      try {
        await work(next.value);
      } catch (error) {
        isDone = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: most }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
