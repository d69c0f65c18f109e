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

/** Returns why there was no answer, in words that contain no address. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : REASONS[code];
  if (known) return known;
  if (code !== undefined && /CERT|SELF_SIGNED|ISSUER|SIGNATURE|ALTNAME/.test(code)) return `Its certificate cannot be trusted (${code})`;
  return code === undefined ? 'It could not be reached' : `It could not be reached (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refused the connection',
  ECONNRESET: 'It ended the connection',
  EPIPE: 'It ended the connection',
  ETIMEDOUT: 'It did not answer in time',
  TimeoutError: 'It did not answer in time',
  ABORT_ERR: 'It did not answer in time',
  ENOTFOUND: 'Its name has no address',
  EAI_AGAIN: 'Its name could not be resolved',
  EHOSTUNREACH: 'It is not reachable in the network',
  ENETUNREACH: 'It is not reachable in the network',
};

/** Returns the code of an error of Node, of the mail library, or of a host whose addresses all failed. */
function codeOf(error: unknown): string | undefined {
  const { name, code, originalCode, errors, cause } = (error ?? {}) as Partial<Record<'name' | 'code' | 'originalCode', string>> & {
    errors?: unknown[];
    cause?: unknown;
  };
  if (name === 'TimeoutError') return name;
  const nested = errors?.[0] ?? cause;
  return originalCode ?? code ?? (nested === undefined ? undefined : codeOf(nested));
}
