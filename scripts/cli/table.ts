/** Returns text in columns, each as wide as its widest cell. A cell longer than `widest` is cut in the middle, where names differ least. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], widest = 60): string {
  const cut = rows.map((row) => row.map((cell) => shorten(cell, widest)));
  const widths = headings.map((heading, column) => Math.max(heading.length, ...cut.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...cut.map(line)].join('\n');
}

function shorten(text: string, widest: number): string {
  if (text.length <= widest) return text;
  const half = Math.floor((widest - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
