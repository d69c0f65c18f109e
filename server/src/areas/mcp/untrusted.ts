/** The longest text in a result, UTF-16 code units: policies fit, and a hostile tag does not fill the context of an assistant. */
const LONGEST_TEXT = 4000;

/** The longest JSON text of a result, UTF-16 code units: some 25,000 tokens. */
const LONGEST_RESULT = 80_000;

/**
 * Characters that a reader does not see, but that change what it reads: control characters except tab and line breaks, direction marks, zero-width
 * characters, and separators of lines and paragraphs (Unicode, general categories Cc, Cf, Zl and Zp); and all that is drawn as nothing, which
 * includes variation selectors and the tag characters, assigned or not, in which whole sentences can hide (Default_Ignorable_Code_Point).
 */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes texts that strangers wrote, such as names and tags, safe to read: invisible characters are written as escapes, long texts are cut. */
export function readable(value: unknown): unknown {
  if (typeof value === 'string') return cut(value.replace(INVISIBLE, escaped));
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cut(name.replace(INVISIBLE, escaped)), readable(one)]));
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)} … (${text.length - LONGEST_TEXT} more characters)`;
}

/**
 * Returns as many rows, from the first on, as fit into a result.
 * @param taken length of the rest of the result, UTF-16 code units of JSON text
 */
export function fitting<T>(rows: readonly T[], taken: number): T[] {
  let length = taken;
  const end = rows.findIndex((row) => (length += JSON.stringify(row).length + 1) > LONGEST_RESULT);
  return end < 0 ? [...rows] : rows.slice(0, end);
}
