export interface DecodedText {
  text: string;
  /** Byte offset of the first byte that is not valid UTF-8; the bytes are replaced by U+FFFD. Null: all valid. */
  invalidAt: number | null;
}

const REPLACEMENT = '\uFFFD';

/** Text of a file: UTF-8, or UTF-16 where a byte-order mark says so (as PowerShell writes what is redirected to a file). */
export function decodeText(content: Buffer): DecodedText {
  if (content[0] === 0xff && content[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(content), invalidAt: null };
  if (content[0] === 0xfe && content[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(content), invalidAt: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), invalidAt: null };
  } catch {
    const text = new TextDecoder('utf-8').decode(content);
    return { text, invalidAt: firstInvalidByte(content, text) };
  }
}

/** Before the first replacement that does not stand in the file itself, every character has its own bytes. */
function firstInvalidByte(content: Buffer, text: string): number {
  const mark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0;
  for (let index = text.indexOf(REPLACEMENT); index >= 0; index = text.indexOf(REPLACEMENT, index + 1)) {
    const offset = mark + Buffer.byteLength(text.slice(0, index));
    if (!content.subarray(offset, offset + 3).equals(Buffer.from(REPLACEMENT))) return offset;
  }
  return content.length;
}
