/**
 * Returns a text that matches both patterns of `*` (any run) and `?` (one character); null where none exists.
 * @param run text to insert where both patterns leave a run open
 */
export function commonText(one: string, other: string, run: string): string | null {
  const hopeless = new Set<number>();
  const width = other.length + 1;
  const from = (i: number, j: number): string | null => {
    if (i === one.length && j === other.length) return '';
    const state = i * width + j;
    if (hopeless.has(state)) return null;
    const found = step(i, j);
    if (found === null) hopeless.add(state);
    return found;
  };
  const after = (text: string, rest: string | null): string | null => (rest === null ? null : text + rest);
  const step = (i: number, j: number): string | null => {
    const a = one[i];
    const b = other[j];
    if (a === '*' && b === '*') return after(run, from(i + 1, j)) ?? after(run, from(i, j + 1));
    if (a === '*') return from(i + 1, j) ?? (b === undefined ? null : after(literal(b, run), from(i, j + 1)));
    if (b === '*') return from(i, j + 1) ?? (a === undefined ? null : after(literal(a, run), from(i + 1, j)));
    if (a === undefined || b === undefined) return null;
    if (a === '?') return after(literal(b, run), from(i + 1, j + 1));
    return b === '?' || a === b ? after(a, from(i + 1, j + 1)) : null;
  };
  return from(0, 0);
}

function literal(character: string, run: string): string {
  return character === '?' ? (run[0] ?? 'x') : character;
}
