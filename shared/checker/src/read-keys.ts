import { digestOf, hex, bytesOfBase64 } from './bytes';
import { sha256 } from './sha256';
import type { PublicKey } from './verify';

/**
 * Reads public keys from a text: PEM, or the answer of `GET /v1/proofs/keys`. The id of a key is the SHA-256 of its bytes.
 * @returns none if the text has no key
 */
export function readPublicKeys(text: string): PublicKey[] {
  const pem = [...text.matchAll(/-----BEGIN PUBLIC KEY-----([\s\S]*?)-----END PUBLIC KEY-----/g)].map(([, body = '']) => body.replace(/\s/g, ''));
  return (pem.length > 0 ? pem : listed(text)).flatMap((key) => {
    const bytes = bytesOfBase64(key);
    return bytes && bytes.length > 0 ? [{ keyid: hex(sha256(bytes)), public_key: key }] : [];
  });
}

function listed(text: string): string[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: { keyid?: unknown; public_key?: unknown }[] };
    if (!Array.isArray(keys)) return [];
    return keys.flatMap(({ keyid, public_key: key }) => (typeof key === 'string' && typeof keyid === 'string' && digestOf(keyid) ? [key] : []));
  } catch {
    return [];
  }
}
