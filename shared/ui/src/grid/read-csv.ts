/** The apostrophe that `toCsv` puts before text that a spreadsheet would take for a formula. */
const GUARDED = /^'(?=[=+@\t\r-])/;

/** How `toCsv` writes a missing value. */
const MISSING = 'N/A';

/**
 * Returns the rows of a CSV file that CAM wrote (`toCsv` of the contracts), the headings first. Every field is quoted there.
 * Missing values are null, and text is as it was before the guard against formulas.
 */
export function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  // A field with its quotes, then a comma or the end of the line.
  for (const [, field = '', end = ''] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n|$)/g)) {
    row.push(field === MISSING ? null : field.replace(/""/g, '"').replace(GUARDED, ''));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
