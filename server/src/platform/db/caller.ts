import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody who waits for an answer. */
export interface Caller {
  /** Aborted once they wait no more. */
  signal: AbortSignal;
}

const callers = new AsyncLocalStorage<Caller | null>();

/** Reads for somebody who waits: each transaction of a tenant that this opens ends with them, and none of its statements takes longer than a question may. */
export function forCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** What is done whoever waits for it, within a call or not: others wait for the same, or it has to be done although they are gone. */
export function forEverybody<T>(work: () => T): T {
  return callers.run(null, work);
}

/** For whom this is read; null: for nobody who could hang up. */
export function callerNow(): Caller | null {
  return callers.getStore() ?? null;
}

/** The same parts, read for whoever asks now: a stream asks for them when it has room, which nobody's call leads to any more. */
export function keepingCaller<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const asNow = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = parts[Symbol.asyncIterator]();
      return {
        next: () => asNow(() => iterator.next()),
        return: async () => (await asNow(() => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
