import { sha256 } from './sha256';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns a text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Returns the text of UTF-8 bytes. @throws TypeError if they are not UTF-8 */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The two digits of each byte. */
const HEX = Array.from({ length: 256 }, (_none, byte) => (byte < 16 ? '0' : '') + byte.toString(16));

/** Returns bytes in hexadecimal digits, in lower case. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Returns the bytes of 64 hexadecimal digits in lower case; null for anything else. */
export function digestOf(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  const bytes = new Uint8Array(32);
  for (let index = 0; index < 32; index += 1) bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
export function digest(text: string): string {
  return hex(sha256(utf8(text)));
}

/** Joins byte arrays. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each digit by its code unit. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < 64; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

/** Returns bytes in Base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const used = Math.min(bytes.length - at, 3) + 1;
    for (let digit = 0; digit < 4; digit += 1) text += digit < used ? DIGITS[(bits >> (18 - 6 * digit)) & 63] : '=';
  }
  return text;
}

/** Returns the bytes of a Base64 text; null unless it is the one text that stands for them. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let [bits, held, at] = [0, 0, 0];
  for (let index = 0; index < text.length - padding; index += 1) {
    bits = ((bits << 6) | (VALUES[text.charCodeAt(index)] ?? 0)) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  // Another text has the same bytes, and zeros where this one has bits that belong to none.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null;
}
