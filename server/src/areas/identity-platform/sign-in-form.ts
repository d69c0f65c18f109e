import type { Readable } from 'node:stream';
import { ApiError } from '../../platform/http/errors';

/** A submitted form of the platform. The password is bytes, which can be overwritten; JavaScript cannot overwrite a text. */
export interface SignInForm {
  fields: Readonly<Record<string, string | undefined>>;
  password: Buffer;
}

const [AND, EQUALS, PLUS, SPACE, PERCENT] = ['&', '=', '+', ' ', '%'].map((char) => char.charCodeAt(0)) as [number, number, number, number, number];

/** Reads a form, and overwrites the received bytes. @throws ApiError 413 above the limit */
export async function readForm(payload: Readable, limit: number): Promise<SignInForm> {
  const chunks: Buffer[] = [];
  try {
    let length = 0;
    for await (const chunk of payload) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > limit) throw new ApiError(413, 'TOO_LARGE', 'The form is too large.');
    }
    const body = Buffer.concat(chunks);
    chunks.push(body);
    return parseForm(body);
  } finally {
    for (const chunk of chunks) chunk.fill(0);
  }
}

/** Parses `application/x-www-form-urlencoded`. A repeated field has its last value. */
export function parseForm(body: Buffer): SignInForm {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let password = Buffer.alloc(0);
  for (let start = 0; start < body.length;) {
    const end = body.indexOf(AND, start);
    const pair = body.subarray(start, end < 0 ? body.length : end);
    start += pair.length + 1;
    if (pair.length === 0) continue;
    const equals = pair.indexOf(EQUALS);
    const name = decoded(equals < 0 ? pair : pair.subarray(0, equals)).toString();
    const value = decoded(equals < 0 ? Buffer.alloc(0) : pair.subarray(equals + 1));
    if (name !== 'password') fields[name] = value.toString();
    else {
      password.fill(0);
      password = value;
    }
  }
  return { fields, password };
}

/** Returns the bytes that a name or value stands for, in a buffer of its own. */
function decoded(bytes: Buffer): Buffer<ArrayBuffer> {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    const code = byte === PERCENT ? hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]) : NaN;
    plain[length] = byte === PLUS ? SPACE : Number.isNaN(code) ? byte : code;
    length += 1;
    if (!Number.isNaN(code)) at += 2;
  }
  return plain.subarray(0, length);
}

function hexValue(char: number | undefined): number {
  if (char === undefined) return NaN;
  if (char >= 0x30 && char <= 0x39) return char - 0x30;
  const lower = char | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : NaN;
}
