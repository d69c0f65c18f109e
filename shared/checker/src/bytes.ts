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

/** Returns bytes in hexadecimal digits, in lower case. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
}

/** Returns the bytes of 64 hexadecimal digits in lower case; null for anything else. */
export function digestOf(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_none, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));
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

/** Returns bytes in Base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const used = Math.min(bytes.length - at, 3) + 1;
    for (let digit = 0; digit < 4; digit += 1) text += digit < used ? DIGITS[(bits >> (18 - 6 * digit)) & 63] : '=';
  }
  return text;
}

/** Returns the bytes of a Base64 text; null unless it is the one text that stands for them. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  return base64(bytes) === text ? bytes : null;
}
