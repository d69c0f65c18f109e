export interface DecodedText {
  text: string;
  /** Byte offset of the first invalid UTF-8 byte; U+FFFD replaces such bytes. Null where all are valid. */
  invalidAt: number | null;
}

const REPLACEMENT = '\uFFFD';

/** Decodes a file as UTF-8, or as UTF-16 with a byte-order mark, which PowerShell writes on redirection. */
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

/** Returns the offset of the first invalid byte. Before the first replacement character, every character corresponds to its own bytes. */
function firstInvalidByte(content: Buffer, text: string): number {
  const mark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0;
  for (let index = text.indexOf(REPLACEMENT); index >= 0; index = text.indexOf(REPLACEMENT, index + 1)) {
    const offset = mark + Buffer.byteLength(text.slice(0, index));
    if (!content.subarray(offset, offset + 3).equals(Buffer.from(REPLACEMENT))) return offset;
  }
  return content.length;
}
