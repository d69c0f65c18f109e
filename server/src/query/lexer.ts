/** A word of a query with its place; a `|` list is one word, and so is a quoted name. */
export interface Word {
  text: string;
  position: number;
}

/** Splits at blanks outside quotes; brackets stand alone. `complete`: the last word is finished (a blank follows). */
export function splitWords(text: string): { words: Word[]; complete: boolean } {
  // The database cannot hold NUL in a text; as a blank it leaves every place where it was.
  const input = text.replaceAll('\0', ' ');
  const words: Word[] = [];
  let start = -1;
  let quoted = false;
  const close = (end: number): void => {
    if (start >= 0) words.push({ text: input.slice(start, end), position: start });
    start = -1;
  };
  for (let index = 0; index < input.length; index += 1) {
    const char = input[index];
    if (quoted) {
      if (char === '\\') index += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') {
      quoted = true;
      if (start < 0) start = index;
    } else if (/\s/.test(char ?? '')) close(index);
    else if (char === '(' || char === ')') {
      close(index);
      words.push({ text: char, position: index });
    } else if (start < 0) start = index;
  }
  const complete = start < 0;
  close(input.length);
  return { words, complete };
}

/** The alternatives of a `|` list; bars inside quotes do not count. */
export function splitList(word: string): { text: string; quoted: boolean }[] {
  const parts: { text: string; quoted: boolean }[] = [];
  const pattern = /"((?:\\.|[^"\\])*)"?|([^|"]+)/g;
  for (const [, inside, bare] of word.matchAll(pattern)) {
    if (inside !== undefined) parts.push({ text: inside.replace(/\\(.)/g, '$1'), quoted: true });
    else if (bare !== undefined) parts.push({ text: bare, quoted: false });
  }
  return parts;
}

/** A name as it must be written: quoted where a bare word would be read otherwise. */
export function quoteName(name: string, mustQuote: (name: string) => boolean): string {
  return /^[^\s"|()*?]+$/.test(name) && !mustQuote(name) ? name : `"${name.replace(/(["\\])/g, '\\$1')}"`;
}
