import { setTimeout as delay } from 'node:timers/promises';
import { ServiceUnavailable } from '../service-unavailable';

/** Waits before the work is repeated, ms. Each further wait doubles. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * Runs work again while the database or the object storage does not respond. The work may have been done in part, so it must be idempotent.
 * @param onOutage called before each wait
 * @param signal ends the waiting
 * @throws the reason of the signal, and every other error of the work: one of another server, such as a provider's, must not count as an outage of ours
 */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { onOutage, signal }: { onOutage: (error: ServiceUnavailable) => void; signal: AbortSignal },
): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error;
      onOutage(error);
      await delay(wait, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}
