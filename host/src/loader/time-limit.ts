import { LoadError } from './load-error';

/** How long each step of a load may take, ms. */
export const TIME_LIMITS = { manifest: 5000, entry: 10_000 } as const;

/** Fails with `timeout` when the work takes longer than the limit. */
export function withinTime<T>(work: Promise<T>, limit: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LoadError('timeout', `${what} took longer than ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
