import { utils, write, type WorkSheet } from 'xlsx';
import type { AccessRow } from '@cam/contracts';

/** Rows of one sheet, heading included: the format's limit. */
export const SHEET_LIMIT = 1_048_576;

/** Characters of one cell: the format's limit. */
const CELL_LIMIT = 32_767;

interface Column {
  title: string;
  width: number;
  value: (row: AccessRow) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Identity', width: 34, value: (row) => row.identity },
  { title: 'Identity type', width: 18, value: (row) => row.identity_type },
  { title: 'Identity URI', width: 50, value: (row) => row.identity_uri },
  { title: 'Identity source', width: 22, value: (row) => row.identity_account_name },
  { title: 'Resource', width: 34, value: (row) => row.resource },
  { title: 'Resource type', width: 18, value: (row) => row.resource_type },
  { title: 'Resource URI', width: 50, value: (row) => row.resource_uri },
  { title: 'Resource source', width: 22, value: (row) => row.resource_account_name },
  { title: 'Actions', width: 10, value: (row) => row.actions_str },
];

export interface ReportFacts {
  name: string;
  query: string;
  meaning: string;
  createdBy: string;
  createdAt: Date;
  rows: number;
}

/** Gathers rows into sheets, each below the format's limit, and writes them as one xlsx. Cells are text: nothing in them is ever a formula. */
export class AccessWorkbook {
  readonly #sheets: WorkSheet[] = [];
  #current: string[][] = [];
  #rows = 0;

  constructor(private readonly sheetLimit = SHEET_LIMIT) {}

  get rows(): number {
    return this.#rows;
  }

  add(row: AccessRow): void {
    if (this.#current.length === this.sheetLimit - 1) this.#closeSheet();
    this.#current.push(COLUMNS.map((column) => column.value(row).slice(0, CELL_LIMIT)));
    this.#rows += 1;
  }

  /** The file, as the bytes of an xlsx. */
  toBuffer(facts: ReportFacts): Buffer {
    if (this.#current.length > 0 || this.#sheets.length === 0) this.#closeSheet();
    const book = utils.book_new();
    utils.book_append_sheet(book, summarySheet(facts), 'Summary');
    this.#sheets.forEach((sheet, index) => utils.book_append_sheet(book, sheet, index === 0 ? 'Access' : `Access ${index + 1}`));
    return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  }

  #closeSheet(): void {
    const sheet = utils.aoa_to_sheet([COLUMNS.map((column) => column.title), ...this.#current]);
    sheet['!cols'] = COLUMNS.map((column) => ({ wch: column.width }));
    sheet['!autofilter'] = { ref: utils.encode_range({ s: { r: 0, c: 0 }, e: { r: this.#current.length, c: COLUMNS.length - 1 } }) };
    this.#sheets.push(sheet);
    this.#current = [];
  }
}

function summarySheet(facts: ReportFacts): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    ['Report', facts.name],
    ['Query', facts.query],
    ['Meaning', facts.meaning],
    ['Created by', facts.createdBy],
    ['Created', { t: 'd', v: facts.createdAt, z: 'yyyy-mm-dd hh:mm' }],
    ['Rows', facts.rows],
  ]);
  sheet['!cols'] = [{ wch: 14 }, { wch: 90 }];
  return sheet;
}
