/** Prints rows as a table with aligned columns, or as JSON. */
export function printRows<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[], json: boolean): void {
  if (json) return console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return console.log('nothing');
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column] ?? '').length)));
  const line = (cells: readonly unknown[]): string => cells.map((cell, index) => String(cell ?? '').padEnd(widths[index] ?? 0)).join('  ').trimEnd();
  console.log(line(columns));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(columns.map((column) => row[column])));
}

export function print(value: unknown, text: string, json: boolean): void {
  console.log(json ? JSON.stringify(value, null, 2) : text);
}
