import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { ProofKey } from '@cam/contracts/server';
import type { EnvelopeSignature } from '@cam/checker';

/** A stored key. Ended keys keep their public part only, so that old proofs verify. */
export interface StoredKey {
  /** PKCS 8 (DER) in Base64; null: the key has ended. */
  private_key: string | null;
  /** SubjectPublicKeyInfo (DER) in Base64. */
  public_key: string;
  begun_at: string;
  ended_at: string | null;
}

/** Returns a new key. @param now ISO 8601 */
export function newKey(now: string): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    begun_at: now,
    ended_at: null,
  };
}

/** Ends the key that signs, and adds a new one. */
export function rotated(keys: readonly StoredKey[], now: string): StoredKey[] {
  return [...keys.map((key): StoredKey => (key.ended_at === null ? { ...key, private_key: null, ended_at: now } : key)), newKey(now)];
}

/** Returns a key as everybody may read it. Its id is the SHA-256 of its bytes. */
export function published({ public_key, begun_at, ended_at }: StoredKey): ProofKey {
  return { keyid: createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex'), public_key, begun_at, ended_at };
}

/** Signs bytes with the key that has not ended. */
export function signWith(keys: readonly StoredKey[], bytes: Uint8Array): EnvelopeSignature {
  const key = keys.find(({ ended_at: end }) => end === null);
  if (!key?.private_key) throw new Error('there is no key for proofs');
  const secret = createPrivateKey({ key: Buffer.from(key.private_key, 'base64'), format: 'der', type: 'pkcs8' });
  return { keyid: published(key).keyid, sig: sign(null, bytes, secret).toString('base64') };
}
