/** A column of an export: its heading and the value of a row. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => unknown;
}

const BOM = '\uFEFF';

/** Text that a spreadsheet reads as a formula. Access letters such as `-W-` also begin with a dash and are exempt. */
const FORMULA = /^(?:[=+@\t\r]|-(?![-RWAC]*$))/;

/** Returns the headings of a file, after the byte order mark that makes spreadsheets read UTF-8. */
export function csvHeading(columns: readonly Pick<CsvColumn<never>, 'title'>[]): string {
  return BOM + columns.map(({ title }) => quoted(title)).join(',');
}

/** Returns one row of a file. Missing values become N/A, numeric arrays their count and dates ISO 8601. The caller separates rows with `\r\n`. */
export function csvLine<Row>(row: Row, columns: readonly CsvColumn<Row>[]): string {
  return columns.map((column) => quoted(text(column.value(row)))).join(',');
}

/** Returns a last line that says something about the file. All lines have the same number of fields (RFC 4180). */
export function csvClosing(text: string, columns: readonly unknown[]): string {
  return columns.map((_column, index) => quoted(index === 0 ? text : '')).join(',');
}

/** Returns a complete file: comma-separated, quoted, with a byte order mark. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  return [csvHeading(columns), ...rows.map((row) => csvLine(row, columns))].join('\r\n');
}

function quoted(value: string): string {
  return `"${value.replace(/"/g, '""')}"`;
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'N/A';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number') ? String(value.length) : text(value.join('; '));
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
}

/** Returns the file name `{name}___{type}___{search}___{date}.csv` without its empty parts. */
export function csvFileName(name: string, type: string, search: string, date: string): string {
  return `${[name || 'generated', type, search, date].filter((part) => part !== '').join('___')}.csv`;
}
