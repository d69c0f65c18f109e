/** Longest wait that a provider can ask for at once, ms. */
const LONGEST = 5 * 60_000;

/**
 * How long a provider asks to wait before the next request, ms: `Retry-After` (seconds or a date), Okta's `X-Rate-Limit-Reset` (seconds since 1970), Azure
 * Resource Graph's `x-ms-user-quota-resets-after` (hh:mm:ss). Null where it does not say.
 */
export function askedWait(headers: Headers, now: number): number | null {
  const waits = [retryAfter(headers.get('retry-after'), now), rateLimitReset(headers.get('x-rate-limit-reset'), now), quotaReset(headers)];
  const asked = waits.find((wait) => wait !== null);
  return asked === undefined || asked === null ? null : Math.min(Math.max(asked, 0), LONGEST);
}

/** What `Retry-After` asks for, ms from now: seconds or a date (RFC 9110, 10.2.3). Null where it does not say. */
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
