import { splitWords } from './lexer';
import { parseQuery, type ParseError } from './parse-query';

/** Words that begin a clause. A `not` before one belongs to it. */
const CLAUSES = new Set(['with-attribute', 'with-access', 'with-usage', 'with-role', 'with-scope', 'via', 'for', 'as-of', 'changed-since']);
/** Longer queries are not reordered, as every place for the clause costs a parse. */
const MAX_CLAUSES = 12;

/**
 * Returns the query with the refused clause in a place where the grammar allows it, such as `with-attribute` before `for`.
 * @returns null when no place makes the query valid
 */
export function inValidOrder(input: string, { position }: Pick<ParseError, 'position'>): string | null {
  const clauses = clausesOf(input);
  const wrong = clauses.findIndex(({ from, to }) => from <= position && position < to);
  const moved = clauses[wrong];
  if (!moved || wrong === 0 || clauses.length > MAX_CLAUSES) return null;
  const others = clauses.filter((clause) => clause !== moved);
  // The nearest earlier place keeps the clause beside what it is about; the end is for dates.
  const places = [...Array.from({ length: wrong - 1 }, (_none, index) => wrong - 1 - index), others.length];
  for (const place of places) {
    const text = [...others.slice(0, place), moved, ...others.slice(place)].map((clause) => clause.text).join(' ');
    if (parseQuery(text).query) return text;
  }
  return null;
}

interface ClauseText {
  text: string;
  from: number;
  to: number;
}

function clausesOf(input: string): ClauseText[] {
  const starts = [0];
  const { words } = splitWords(input);
  words.forEach(({ raw, position }, index) => {
    if (index === 0 || !CLAUSES.has(raw.toLowerCase())) return;
    const before = words[index - 1];
    starts.push(before?.raw.toLowerCase() === 'not' && index > 1 ? before.position : position);
  });
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? input.length;
    return { text: input.slice(from, to).trim(), from, to };
  });
}
