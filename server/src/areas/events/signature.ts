import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PREFIX = 'whsec_';
const PUBLIC_PREFIX = 'whpk_';

/** A signing secret with its key pair. A former one also signs until its end. */
export interface SigningSecret {
  value: string;
  /** Private key of Ed25519: PKCS #8 in base64. Webhooks from before version 1a have none until their secret is replaced. */
  key?: string;
  /** ISO 8601; null: the present one. */
  until: string | null;
}

/** A public key that verifies messages, and its end in ISO 8601; null: the present one. */
export interface PublicKey {
  value: string;
  until: string | null;
}

/** Returns a new secret of 256 bits in the form of Standard Webhooks, and a new key pair of Ed25519. */
export function newSecret(): { value: string; key: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    value: PREFIX + randomBytes(32).toString('base64'),
    key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: PUBLIC_PREFIX + Buffer.from(x, 'base64url').toString('base64'),
  };
}

/** Reports whether a secret or key still counts. */
export function isValid({ until }: Pick<SigningSecret, 'until'>, now: number): boolean {
  return until === null || Date.parse(until) > now;
}

/**
 * Returns the headers that let a receiver check the sender and recognize duplicates. Each valid secret signs in both versions: v1 is an HMAC, which the receiver
 * could make itself, and v1a a signature that only CAM can make.
 * @param id the same in all attempts
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(id: string, body: string, secrets: readonly SigningSecret[], now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const valid = secrets.filter((secret) => isValid(secret, now));
  const signatures = [
    ...valid.map(
      ({ value }) =>
        `v1,${createHmac('sha256', Buffer.from(value.slice(PREFIX.length), 'base64'))
          .update(content)
          .digest('base64')}`,
    ),
    ...valid.flatMap(({ key }) => (key === undefined ? [] : [`v1a,${signedBy(key, content)}`])),
  ];
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function signedBy(key: string, content: string): string {
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(content), privateKey).toString('base64');
}
