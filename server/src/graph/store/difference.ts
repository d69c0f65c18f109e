type Row = Record<string, unknown>;

/** What must be written (new or changed) and what ended (gone or changed), by key. A key that stands twice counts once. */
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

/** The columns of the wanted row decide; JSON columns are compared by content, whatever the order of their keys. */
function sameRow(known: Row, wanted: Row): boolean {
  return Object.keys(wanted).every((column) => canonical(known[column]) === canonical(wanted[column]));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return `{${Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`)
      .join()}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
