/** The longest wait that a provider may request at once, ms. */
const LONGEST = 5 * 60_000;

/**
 * Returns the wait that a provider requests before the next call, ms; null if it requests none. Reads `Retry-After` (seconds or a date), Okta's
 * `X-Rate-Limit-Reset` (seconds since 1970) and Azure Resource Graph's `x-ms-user-quota-resets-after` (hh:mm:ss).
 */
export function requestedWait(headers: Headers, now: number): number | null {
  const waits = [retryAfter(headers.get('retry-after'), now), rateLimitReset(headers.get('x-rate-limit-reset'), now), quotaReset(headers)];
  const firstWait = waits.find((wait) => wait !== null);
  return firstWait === undefined || firstWait === null ? null : Math.min(Math.max(firstWait, 0), LONGEST);
}

/** Returns the wait that `Retry-After` requests, ms from now; null if it requests none. @see RFC 9110, 10.2.3 */
export function retryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : wait;
}

function rateLimitReset(text: string | null, now: number): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) * 1000 - now : null;
}

function quotaReset(headers: Headers): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):(\d+)/.exec(headers.get('x-ms-user-quota-resets-after') ?? '') ?? [];
  return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
