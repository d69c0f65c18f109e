import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that waits for an answer. */
export interface Caller {
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Identifies the user, for work that users share fairly. */
  party?: string;
}

const callers = new AsyncLocalStorage<Caller | null>();

/** Runs reads for a request: each tenant transaction ends when the client disconnects, and each statement has the time limit of a request. */
export function withCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** Runs work that must complete although the client disconnects, or that several requests wait for. */
export function withoutCaller<T>(work: () => T): T {
  return callers.run(null, work);
}

/** Returns the request that the current work belongs to; null: it belongs to none and cannot be cancelled. */
export function currentCaller(): Caller | null {
  return callers.getStore() ?? null;
}

/** Binds the parts to the current request. A stream pulls them later, outside the call that made it. */
export function bindCaller<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
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
