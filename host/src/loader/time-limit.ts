import { LoadError } from './load-error';

/** Time limit of each step of a load, and of each other file of a release, in ms. */
export const TIME_LIMITS = { manifest: 5000, entry: 10_000, chunk: 15_000 } as const;

/**
 * Limits the time of some work.
 * @param limit in ms
 * @param what names the work in the message
 * @throws LoadError of kind `timeout` when the work takes longer
 */
export function withinTime<T>(work: Promise<T>, limit: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LoadError('timeout', `${what} took longer than ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
