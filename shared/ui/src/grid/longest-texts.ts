import type { GridColumn } from './grid-types';

/** Cells show a time in fewer characters than its value has. */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** Returns the longest text of each column, by key. Columns of numbers, and those whose cells show no text, have none. */
export function longestTexts<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const column of columns) {
    let longest = '';
    for (const row of rows) {
      const value = column.value(row);
      const text = column.text?.(row) ?? (typeof value === 'string' && !TIME.test(value) ? value : '');
      if (text.length > longest.length) longest = text;
    }
    if (longest !== '') texts.set(column.key, longest);
  }
  return texts;
}
