/** A column of an export: its heading and what it says of a row. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => unknown;
}

const BOM = '\uFEFF';

/** A spreadsheet takes texts with these beginnings for formulas; letters of access begin with a dash as well. */
const FORMULA = /^(?:[=+@\t\r]|-(?![-RWAC]*$))/;

/** The first line of a file: its headings, behind the mark by which spreadsheets know UTF-8. */
export function csvHeading(columns: readonly Pick<CsvColumn<never>, 'title'>[]): string {
  return BOM + columns.map(({ title }) => quoted(title)).join(',');
}

/** A line of a file. Missing values are N/A, numeric arrays their count, dates ISO. Lines are parted by `\r\n`. */
export function csvLine<Row>(row: Row, columns: readonly CsvColumn<Row>[]): string {
  return columns.map((column) => quoted(text(column.value(row)))).join(',');
}

/** A whole file: comma, double quotes, BOM. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  return [csvHeading(columns), ...rows.map((row) => csvLine(row, columns))].join('\r\n');
}

function quoted(value: string): string {
  return `"${value.replace(/"/g, '""')}"`;
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'N/A';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number') ? String(value.length) : value.join('; ');
  return typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
}

/** {name}___{type}___{search}___{date}.csv; an empty part is left out. */
export function csvFileName(name: string, type: string, search: string, date: string): string {
  return `${[name || 'generated', type, search, date].filter((part) => part !== '').join('___')}.csv`;
}
