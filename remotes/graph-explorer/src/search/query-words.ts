const WORD = /[()]|(?:"(?:[^"\\]|\\.)*"?|[^\s"()])+/g;

/** Splits a query into words. A quoted name is one word, and so is a list with bars. */
export function splitWords(query: string): string[] {
  return query.match(WORD) ?? [];
}

/** Returns the query with a word appended. */
export function appendWord(query: string, word: string): string {
  return `${query.trimEnd()} ${word}`.trim();
}

/** Returns the query without its last word. */
export function removeLastWord(query: string): string {
  const last = splitWords(query).at(-1) ?? '';
  return query
    .trimEnd()
    .slice(0, query.trimEnd().length - last.length)
    .trimEnd();
}
