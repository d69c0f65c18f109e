import { utils, write, type CellObject } from 'xlsx';
import type { CellValue } from './grid-types';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Limits of the format: characters of a cell and of the name of a sheet. */
const CELL_LIMIT = 32_767;
const NAME_LIMIT = 31;

/** Beginnings that a spreadsheet reads as a formula when a person edits the cell. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Widths of columns, in characters. */
const NARROWEST = 8;
const WIDEST = 60;
/** Rows that decide the width of a column. */
const MEASURED = 200;

/**
 * Returns an xlsx file with one sheet: a row of headings, then the rows. Text is always text, never a formula, whatever it begins with.
 * The module is a chunk of its own, because the library is large and few visitors export.
 * @param rows one value for each heading; null leaves the cell empty
 */
export function writeWorkbook(title: string, headings: readonly string[], rows: readonly (readonly CellValue[])[]): ArrayBuffer {
  const sheet = utils.aoa_to_sheet([headings.map(cellOf), ...rows.map((row) => row.map(cellOf))]);
  sheet['!cols'] = headings.map((heading, index) => {
    const lengths = rows.slice(0, MEASURED).map((row) => String(row[index] ?? '').length);
    return { wch: Math.min(WIDEST, Math.max(NARROWEST, heading.length, ...lengths) + 1) };
  });
  if (headings.length > 0) sheet['!autofilter'] = { ref: utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: headings.length - 1 } }) };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, sheetName(title));
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}

function cellOf(value: CellValue): CellObject | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { t: 'n', v: value } : null;
  const text = value.length <= CELL_LIMIT ? value : `${value.slice(0, CELL_LIMIT - 1)}…`;
  return FORMULA_START.test(text) ? { t: 's', v: text, z: '@' } : { t: 's', v: text };
}

/** The name of a sheet has no `[ ] : * ? / \`, and neither begins nor ends with an apostrophe. */
function sheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, NAME_LIMIT)
    .replace(/^'+|'+$/g, '')
    .trim();
  return name === '' ? 'Export' : name;
}
