import { base64, bytesOfBase64, join, textOf, utf8 } from './bytes';
import { canonical, parseCanonical, type Json } from './canonical';
import { Invalid } from './faults';

export const PAYLOAD_TYPE = 'application/vnd.cam.proof+json';

/** A signature of an envelope. */
export interface EnvelopeSignature {
  keyid: string;
  /** Ed25519, in Base64. */
  sig: string;
}

/** A payload with its signatures. @see https://github.com/secure-systems-lab/dsse/blob/master/envelope.md */
export interface Envelope {
  payloadType: string;
  /** Base64. */
  payload: string;
  signatures: EnvelopeSignature[];
}

/** Returns the bytes that a signature covers: type and payload with their lengths. */
function signedBytes(payload: Uint8Array, type: string): Uint8Array {
  return join(utf8(`DSSEv1 ${utf8(type).length} ${type} ${payload.length} `), payload);
}

/**
 * Returns the text of a file.
 * @param type the type of the payload
 */
export function writeEnvelope(payload: Json, sign: (bytes: Uint8Array) => EnvelopeSignature, type = PAYLOAD_TYPE): string {
  const bytes = utf8(canonical(payload));
  return canonical({ payloadType: type, payload: base64(bytes), signatures: [{ ...sign(signedBytes(bytes, type)) }] });
}

/** An envelope that was read. */
export interface ReadEnvelope {
  payload: Json;
  /** The bytes that the signature covers. */
  signed: Uint8Array;
  keyid: string;
  /** 64 bytes. */
  signature: Uint8Array;
}

/**
 * Reads a file.
 * @param type the type that the payload must have
 * @throws Invalid unless it is an envelope as `writeEnvelope` writes it
 */
export function readEnvelope(text: string, type = PAYLOAD_TYPE): ReadEnvelope {
  const envelope = parsed('file', text) as unknown as Envelope;
  const members = envelope !== null && typeof envelope === 'object' ? Object.keys(envelope).join(' ') : '';
  if (members !== 'payload payloadType signatures') throw new Invalid('file', 'The file is no envelope with a payload, its type and signatures.');
  if (envelope.payloadType !== type) throw new Invalid('payloadType', 'The payload is of another type.', String(envelope.payloadType), type);
  const bytes = typeof envelope.payload === 'string' ? bytesOfBase64(envelope.payload) : null;
  if (!bytes) throw new Invalid('payload', 'The payload is not Base64.');
  const [signature, ...others] = Array.isArray(envelope.signatures) ? envelope.signatures : [];
  if (!signature || others.length > 0 || Object.keys(signature).join(' ') !== 'keyid sig')
    throw new Invalid('signatures', 'The file has to have one signature with the id of its key.');
  const { keyid, sig } = signature;
  const raw = typeof sig === 'string' ? bytesOfBase64(sig) : null;
  if (typeof keyid !== 'string' || raw?.length !== 64) throw new Invalid('signatures', 'The signature is not 64 bytes in Base64.');
  return { payload: parsed('payload', decoded(bytes)), signed: signedBytes(bytes, type), keyid, signature: raw };
}

function decoded(bytes: Uint8Array): string {
  try {
    return textOf(bytes);
  } catch {
    throw new Invalid('payload', 'The payload is not UTF-8.');
  }
}

function parsed(place: string, text: string): Json {
  try {
    return parseCanonical(text);
  } catch (error) {
    throw new Invalid(place, error instanceof Error ? error.message : 'The text is not JSON.');
  }
}
