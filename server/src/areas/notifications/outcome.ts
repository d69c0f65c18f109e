/** How one try to send a message ended. */
export type Outcome =
  | { sent: true }
  /** `later`: the receiver may take it another time, at the earliest after `wait` ms where it said so. */
  | { sent: false; later: boolean; message: string; wait?: number };

/** Waits before the second and each further try, ms. After the last of them, a message is given up: a day and a half after the first try. */
const WAITS = [30_000, 120_000, 600_000, 3_600_000, 3 * 3_600_000, 8 * 3_600_000, 24 * 3_600_000];

/** The longest that a receiver may have itself waited for, ms. */
const LONGEST_WAIT = 24 * 3_600_000;

/**
 * When a message that was not taken is tried again, ms from now; null: not by itself.
 * @param attempts tries so far, at least 1
 */
export function waitAfter(attempts: number, { later, wait }: { later: boolean; wait?: number }): number | null {
  const planned = WAITS[attempts - 1];
  if (!later || planned === undefined) return null;
  if (wait === undefined) return planned;
  // Who asks again and again for moments only must not use up the tries.
  const least = attempts <= 3 ? 1000 : planned;
  return Math.min(Math.max(wait, least), LONGEST_WAIT);
}

/** Why there was no answer, in words for a person; nothing of it repeats an address. */
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
  EHOSTUNREACH: 'There is no way to it',
  ENETUNREACH: 'There is no way to it',
};

/** Of errors of Node, of the mail library, which keeps theirs, and of hosts with several addresses, each of which has failed. */
function codeOf(error: unknown): string | undefined {
  const { name, code, originalCode, errors, cause } = (error ?? {}) as Partial<Record<'name' | 'code' | 'originalCode', string>> & {
    errors?: unknown[];
    cause?: unknown;
  };
  if (name === 'TimeoutError') return name;
  const nested = errors?.[0] ?? cause;
  return originalCode ?? code ?? (nested === undefined ? undefined : codeOf(nested));
}
