import { isTransient, toLoadError, type LoadError } from './load-error';

export const TRIES = 3;

/** Wait before a further try, ms: doubling, with jitter so that many browsers do not come back at once. */
export function backoff(attempt: number, random = Math.random()): number {
  return 300 * 2 ** attempt * (0.5 + random);
}

interface RetryOptions {
  wait?: (ms: number) => Promise<void>;
  tries?: number;
}

/** Tries a load up to three times where another try can help. Throws the last LoadError. */
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
