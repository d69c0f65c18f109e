import { TooSlow } from './outbound-request';

/** Returns why there was no answer, in words that contain no address. */
export function noAnswerReason(error: unknown): string {
  if (error instanceof TooSlow) return REASONS.TimeoutError;
  const code = codeOf(error);
  const known = code === undefined ? undefined : (REASONS as Readonly<Record<string, string>>)[code];
  if (known) return known;
  if (code !== undefined && /CERT|SELF_SIGNED|ISSUER|SIGNATURE|ALTNAME/.test(code)) return `Its certificate cannot be trusted (${code})`;
  return code === undefined ? 'It could not be reached' : `It could not be reached (${code})`;
}

const REASONS = {
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
} as const;

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
