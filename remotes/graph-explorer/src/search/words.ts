const WORD = /[()]|(?:"(?:[^"\\]|\\.)*"?|[^\s"()])+/g;

/** The words of a query: a quoted name is one, and so is a list with bars. */
export function wordsOf(query: string): string[] {
  return query.match(WORD) ?? [];
}

/** The query with one word more. */
export function withWord(query: string, word: string): string {
  return `${query.trimEnd()} ${word}`.trim();
}

/** The query without its last word. */
export function withoutLastWord(query: string): string {
  const last = wordsOf(query).at(-1) ?? '';
  return query
    .trimEnd()
    .slice(0, query.trimEnd().length - last.length)
    .trimEnd();
}
