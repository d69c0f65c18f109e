/** One alternative of a `|` list. */
export interface Segment {
  text: string;
  quoted: boolean;
  /** UTF-16 offset in the input. */
  position: number;
}

/** A word with its position. A `|` list or a quoted name is one word. */
export interface InputWord {
  /** The text exactly as typed. */
  raw: string;
  position: number;
  segments: Segment[];
  /** The defect of the word: an unclosed quote, an unfinished list, a missing alternative, or text after a closing quote. Null: none. */
  fault: 'open-quote' | 'open-list' | 'empty-alternative' | 'text-after-quote' | null;
}

const BLANK = /\s/;

/**
 * Splits the input at blanks outside quotes; parentheses are words of their own. A quote opens only at the start of a word or alternative,
 * and a backslash inside it escapes the next character. Never throws.
 * @returns the words, and whether the last one touches the end of the input
 */
export function splitWords(input: string): { words: InputWord[]; isLastWordOpen: boolean } {
  const words: InputWord[] = [];
  let index = 0;
  while (index < input.length) {
    const char = input.charAt(index);
    if (BLANK.test(char)) index += 1;
    else {
      const word = isBracket(char) ? bracket(char, index) : readWord(input, index);
      words.push(word);
      index += word.raw.length;
    }
  }
  const last = words.at(-1);
  return { words, isLastWordOpen: last !== undefined && !isBracket(last.raw) && last.position + last.raw.length === input.length };
}

function isBracket(text: string): boolean {
  return text === '(' || text === ')';
}

function bracket(raw: string, position: number): InputWord {
  return { raw, position, segments: [{ text: raw, quoted: false, position }], fault: null };
}

function readWord(input: string, position: number): InputWord {
  const segments: Segment[] = [];
  let fault: InputWord['fault'] = null;
  let index = position;
  for (;;) {
    const read = input.charAt(index) === '"' ? readQuoted(input, index) : readBare(input, index);
    segments.push({ text: read.text, quoted: read.quoted, position: index });
    fault ??= read.fault;
    index = read.end;
    if (input.charAt(index) !== '|') break;
    index += 1;
  }
  // A list that ends with a bar at the end of the input is still being typed.
  const isOpenList = index === input.length && segments.slice(0, -1).every(({ text, quoted }) => quoted || text !== '');
  if (fault === 'empty-alternative' && isOpenList) fault = 'open-list';
  return { raw: input.slice(position, index), position, segments, fault };
}

interface Read {
  text: string;
  quoted: boolean;
  end: number;
  fault: InputWord['fault'];
}

function readBare(input: string, position: number): Read {
  const end = endOfSegment(input, position);
  return { text: input.slice(position, end), quoted: false, end, fault: end === position ? 'empty-alternative' : null };
}

function readQuoted(input: string, position: number): Read {
  let text = '';
  let end = position + 1;
  while (end < input.length && input.charAt(end) !== '"') {
    if (input.charAt(end) === '\\' && end + 1 < input.length) end += 1;
    text += input.charAt(end);
    end += 1;
  }
  if (end >= input.length) return { text, quoted: true, end: input.length, fault: 'open-quote' };
  const closed = end + 1;
  end = endOfSegment(input, closed);
  return { text, quoted: true, end, fault: end > closed ? 'text-after-quote' : null };
}

function endOfSegment(input: string, position: number): number {
  let end = position;
  while (end < input.length && !/[\s|()]/.test(input.charAt(end))) end += 1;
  return end;
}

/** Quotes a name or value where a bare word would be read as something else. */
export function quoteName(name: string, isReserved: (name: string) => boolean): string {
  return /^[^\s"|()*?\\]+$/.test(name) && !isReserved(name) ? name : `"${name.replace(/(["\\])/g, '\\$1')}"`;
}
