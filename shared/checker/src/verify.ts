import type { Json } from './canonical';
import { bytesOfBase64 } from './bytes';
import { readEnvelope, type ReadEnvelope } from './envelope';
import { Invalid, NotCheckable } from './faults';
import type { Proof } from './format';
import { replay, RULES } from './replay';

/** A public key that signs proofs. */
export interface PublicKey {
  keyid: string;
  /** SubjectPublicKeyInfo (DER) in Base64: the lines between the marks of a PEM file. */
  public_key: string;
}

/** The findings of the checker. The replay and the signature are judged apart. */
export interface Report {
  /** 0: valid, 1: invalid, 2: not checkable. */
  code: 0 | 1 | 2;
  /** The proof, if the replay holds. */
  proof: Proof | null;
  /** `unchecked`: no key was given. */
  signature: 'valid' | 'invalid' | 'unchecked';
  /** The first fault; null if there is none. */
  fault: { place: string; message: string; found?: Json; wanted?: Json } | null;
}

/**
 * Verifies a file: what it claims has to follow from its facts, and a known key has to have signed it.
 * @param keys none: the signature stays unchecked
 */
export async function verify(text: string, keys: readonly PublicKey[] = [], rules = RULES): Promise<Report> {
  let signature: Report['signature'] = 'unchecked';
  try {
    const envelope = readEnvelope(text);
    signature = await signatureOf(envelope, keys);
    const proof = replay(envelope.payload, rules);
    if (signature !== 'invalid') return { code: 0, proof, signature, fault: null };
    return {
      code: 1,
      proof,
      signature,
      fault: { place: 'signatures', message: `No given key made this signature. The file names the key ${envelope.keyid}.` },
    };
  } catch (error) {
    if (error instanceof NotCheckable) return { code: 2, proof: null, signature, fault: { place: error.place, message: error.message } };
    if (!(error instanceof Invalid))
      return { code: 1, proof: null, signature, fault: { place: 'file', message: `The file is damaged: ${String(error)}` } };
    const { place, message, found, wanted } = error;
    return { code: 1, proof: null, signature, fault: { place, message, found, wanted } };
  }
}

/** Judges the signature of an envelope. */
export async function signatureOf({ keyid, signature, signed }: ReadEnvelope, keys: readonly PublicKey[]): Promise<Report['signature']> {
  if (keys.length === 0) return 'unchecked';
  const key = keys.find((one) => one.keyid === keyid);
  return key && (await isSignedBy(key, signature, signed)) ? 'valid' : 'invalid';
}

async function isSignedBy({ public_key: text }: PublicKey, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  const bytes = bytesOfBase64(text);
  if (!bytes) return false;
  try {
    const key = await crypto.subtle.importKey('spki', bytes as BufferSource, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature as BufferSource, signed as BufferSource);
  } catch {
    return false;
  }
}
