/** Lets at most so many run at once; the others wait in the order in which they came. */
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

/** Does the work for each of the items, at most so many at once, taking them one by one: a long list is never whole in the memory. The first error ends it. */
export async function forEachOf<T>(items: Iterable<T> | AsyncIterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let ended = false;
  const worker = async (): Promise<void> => {
    while (!ended) {
      const next = await iterator.next();
      if (next.done) {
        ended = true;
        return;
      }
      try {
        await work(next.value);
      } catch (error) {
        ended = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: most }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
