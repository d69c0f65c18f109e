type Row = Record<string, unknown>;

/** Returns the rows to write (new or changed) and those that ended (removed or changed), by key. Duplicate keys count once. */
export function difference(current: readonly Row[], wanted: readonly Row[], key: readonly string[]): { added: Row[]; gone: Row[] } {
  const keyOf = (row: Row): string => key.map((column) => String(row[column])).join('\0');
  const before = new Map(current.map((row) => [keyOf(row), row]));
  const after = new Map(wanted.map((row) => [keyOf(row), row]));
  const added: Row[] = [];
  const gone: Row[] = [];
  for (const [id, row] of after) {
    const known = before.get(id);
    if (known && sameRow(known, row)) continue;
    added.push(row);
    if (known) gone.push(known);
  }
  for (const [id, row] of before) if (!after.has(id)) gone.push(row);
  return { added, gone };
}

/** Compares the columns of the wanted row. JSON columns are equal regardless of key order. */
function sameRow(known: Row, wanted: Row): boolean {
  return Object.keys(wanted).every((column) => sameValue(known[column], wanted[column]));
}

/** Compares as JSON. A key without a value counts as missing. */
function sameValue(known: unknown, wanted: unknown): boolean {
  if (known === wanted) return true;
  if (typeof known !== 'object' || typeof wanted !== 'object' || known === null || wanted === null) return false;
  if (Array.isArray(known) || Array.isArray(wanted)) {
    return (
      Array.isArray(known) &&
      Array.isArray(wanted) &&
      known.length === wanted.length &&
      known.every((entry, index) => sameValue(entry, wanted[index]))
    );
  }
  const [before, after] = [known as Row, wanted as Row];
  const given = Object.keys(after).filter((name) => after[name] !== undefined);
  return Object.keys(before).length === given.length && given.every((name) => Object.hasOwn(before, name) && sameValue(before[name], after[name]));
}
