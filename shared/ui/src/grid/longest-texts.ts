import type { GridColumn } from './grid-types';

/** Returns the longest text of each column, by key. Columns of numbers have none, and those that render their cells have one only if they say which text. */
export function longestTexts<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const column of columns) {
    let longest = '';
    for (const row of rows) {
      const value = column.value(row);
      const text = column.text?.(row) ?? (typeof value === 'string' && !column.render ? value : '');
      if (text.length > longest.length) longest = text;
    }
    if (longest !== '') texts.set(column.key, longest);
  }
  return texts;
}
