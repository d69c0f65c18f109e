import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A signing secret. A former one also signs until its end. */
export interface SigningSecret {
  value: string;
  /** ISO 8601; null: the present one. */
  until: string | null;
}

/** Returns a new secret of 256 bits in the form of Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * Returns the headers that let a receiver check the sender and recognize duplicates.
 * @param id the same in all attempts
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(id: string, body: string, secrets: readonly SigningSecret[], now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets
    .filter(({ until }) => until === null || Date.parse(until) > now)
    .map(({ value }) => {
      const key = Buffer.from(value.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
