/** The outcome of one attempt to send a message. */
export type Outcome =
  | { sent: true }
  /** `later`: the receiver may accept it later, not before `wait` ms if given. */
  | { sent: false; later: boolean; message: string; wait?: number };

/** Waits before the second and each further attempt, ms. After the last attempt, a day and a half after the first, the message is given up. */
const WAITS = [30_000, 120_000, 600_000, 3_600_000, 3 * 3_600_000, 8 * 3_600_000, 24 * 3_600_000];

/** The longest wait that a receiver may request, ms. */
const LONGEST_WAIT = 24 * 3_600_000;

/**
 * Returns the wait before the next attempt, ms; null: none by itself.
 * @param attempts attempts so far, at least 1
 */
export function waitAfter(attempts: number, { later, wait }: { later: boolean; wait?: number }): number | null {
  const planned = WAITS[attempts - 1];
  if (!later || planned === undefined) return null;
  if (wait === undefined) return planned;
  // A receiver that repeatedly requests very short waits must not use up all attempts.
  const least = attempts <= 3 ? 1000 : planned;
  return Math.min(Math.max(wait, least), LONGEST_WAIT);
}
