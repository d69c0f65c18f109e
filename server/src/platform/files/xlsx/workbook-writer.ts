import { cellXml, columnLetters, escapeText, STYLE, type Cell } from './cells';
import { contentTypes, RELATIONS, STYLES, workbookRelations, workbookXml } from './package-parts';
import { ZipStream, type Sink } from './zip-stream';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of one sheet with its heading: the format's limit. */
export const SHEET_LIMIT = 1_048_576;

/** Rows in one chunk of compression. */
const ROWS_AT_ONCE = 500;

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export interface SheetColumn<Row> {
  title: string;
  /** In characters. */
  width: number;
  value: (row: Row) => Cell;
}

/**
 * Writes an xlsx to a sink while its rows arrive, and holds only a few rows in memory. Each sheet has a fixed heading and filters; rows beyond the
 * limit of a sheet continue in another.
 * @see ECMA-376 part 1, 18
 */
export class WorkbookWriter {
  readonly #zip: ZipStream;
  readonly #sheets: { name: string; part: number }[] = [];

  constructor(
    sink: Sink,
    private readonly sheetLimit = SHEET_LIMIT,
  ) {
    this.#zip = new ZipStream(sink);
  }

  /** Writes all rows, into as many sheets as they need. @returns the number of rows */
  async table<Row>(
    name: string,
    columns: readonly SheetColumn<Row>[],
    parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  ): Promise<number> {
    const rows = new RowReader(parts);
    for (let sheet = 1; sheet === 1 || !(await rows.isDone()); sheet++) {
      await this.#sheet(sheet === 1 ? name : `${name} ${sheet}`, tableXml(columns, rows, this.sheetLimit));
    }
    return rows.taken;
  }

  /** Writes a sheet of names and values, such as a report's summary. `first` puts it before the sheets written so far. */
  async facts(name: string, facts: readonly (readonly [string, Cell])[], { first = false } = {}): Promise<void> {
    const rows = facts.map(([title, value], index) => {
      const long = typeof value === 'string' ? STYLE.wrapped : undefined;
      return `<row r="${index + 1}">${cellXml(`A${index + 1}`, title, STYLE.heading)}${cellXml(`B${index + 1}`, value, long)}</row>`;
    });
    await this.#sheet(name, [`${opening([{ width: 22 }, { width: 90 }], false)}${rows.join('')}</sheetData></worksheet>`]);
    if (first) this.#sheets.unshift(...this.#sheets.splice(-1));
  }

  async end(): Promise<void> {
    await this.#zip.add('xl/workbook.xml', [workbookXml(this.#sheets)]);
    await this.#zip.add('xl/_rels/workbook.xml.rels', [workbookRelations(this.#sheets)]);
    await this.#zip.add('xl/styles.xml', [STYLES]);
    await this.#zip.add('_rels/.rels', [RELATIONS]);
    await this.#zip.add('[Content_Types].xml', [contentTypes(this.#sheets)]);
    await this.#zip.end();
  }

  async #sheet(name: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const part = this.#sheets.length + 1;
    this.#sheets.push({ name: sheetName(name), part });
    await this.#zip.add(`xl/worksheets/sheet${part}.xml`, texts);
  }
}

/** Reads rows one by one from parts that load on demand. */
class RowReader<Row> {
  readonly #parts: AsyncIterator<readonly Row[]> | Iterator<readonly Row[]>;
  #part: readonly Row[] = [];
  #at = 0;
  /** Rows read so far. */
  taken = 0;

  constructor(parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>) {
    this.#parts = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  }

  async isDone(): Promise<boolean> {
    while (this.#at >= this.#part.length) {
      const next = await this.#parts.next();
      if (next.done) return true;
      this.#part = next.value;
      this.#at = 0;
    }
    return false;
  }

  /** Takes the rows at hand, at most this many. */
  take(most: number): readonly Row[] {
    const rows = this.#part.slice(this.#at, this.#at + most);
    this.#at += rows.length;
    this.taken += rows.length;
    return rows;
  }
}

/** Yields the XML of one sheet, with as many rows as `limit` allows, heading included. */
async function* tableXml<Row>(columns: readonly SheetColumn<Row>[], rows: RowReader<Row>, limit: number): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const heading = columns.map(({ title }, index) => cellXml(`${letters[index]}1`, title, STYLE.heading)).join('');
  yield `${opening(columns, true)}<row r="1">${heading}</row>`;
  let last = 1;
  while (last < limit && !(await rows.isDone())) {
    const lines = rows.take(Math.min(ROWS_AT_ONCE, limit - last)).map((row) => {
      last += 1;
      return `<row r="${last}">${columns.map(({ value }, index) => cellXml(`${letters[index]}${last}`, value(row))).join('')}</row>`;
    });
    yield lines.join('');
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${last}"/></worksheet>`;
}

function opening(columns: readonly { width: number }[], isTable: boolean): string {
  const pane = isTable ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const widths = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('');
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${NAMESPACE}>${views}<cols>${widths}</cols><sheetData>`;
}

/** Makes a valid sheet name: at most 31 characters, without those that the format reserves. */
function sheetName(name: string): string {
  return escapeText(name.replace(/[[\]:*?/\\]/g, ' ').trim()).slice(0, 31) || 'Sheet';
}
