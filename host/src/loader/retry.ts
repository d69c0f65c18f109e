import { isTransient, toLoadError, type LoadError } from './load-error';

/** Attempts at one load. */
export const TRIES = 3;

/** Returns the wait before the next attempt, in ms. It doubles each time, with jitter so that many browsers do not return at once. */
export function backoff(attempt: number, random = Math.random()): number {
  return 300 * 2 ** attempt * (0.5 + random);
}

interface RetryOptions {
  wait?: (ms: number) => Promise<void>;
  tries?: number;
}

/**
 * Runs a load and repeats it after transient failures.
 * @throws the LoadError of the last attempt
 */
export async function withRetry<T>(load: (attempt: number) => Promise<T>, { wait = sleep, tries = TRIES }: RetryOptions = {}): Promise<T> {
  let last: LoadError | null = null;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      return await load(attempt);
    } catch (error) {
      last = toLoadError(error);
      if (!isTransient(last.kind) || attempt === tries - 1) break;
      await wait(backoff(attempt));
    }
  }
  throw last;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
