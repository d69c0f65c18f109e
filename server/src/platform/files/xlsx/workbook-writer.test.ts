import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from 'xlsx';
import { columnLetters } from './cells';
import { WorkbookWriter, type SheetColumn } from './workbook-writer';

interface Row {
  name: string;
  count: number;
  seen: Date | null;
}

const COLUMNS: SheetColumn<Row>[] = [
  { title: 'Name', width: 20, value: (row) => row.name },
  { title: 'Count', width: 8, value: (row) => row.count },
  { title: 'Seen', width: 20, value: (row) => row.seen },
];

const SEEN = new Date('2026-03-04T05:06:00Z');

/** Names that break other file formats. */
const UNUSUAL_NAMES = [
  '=HYPERLINK("http://x","y")',
  '+1-1',
  '@SUM(A1)',
  '-2+3',
  'a/b\\c <tag> & "quotes"',
  'שלום עולם مرحبا',
  '🔐👩‍💻 emoji',
  'two\nlines',
  '_x0041_ stays',
  'x'.repeat(300),
  'bell \u0007 and \ud800 half',
];
const ROWS: Row[] = UNUSUAL_NAMES.map((name, count) => ({ name, count, seen: count === 0 ? null : SEEN }));

async function workbook(write: (workbook: WorkbookWriter) => Promise<unknown>, limit?: number): Promise<Buffer> {
  const bytes: Buffer[] = [];
  const writer = new WorkbookWriter(async (part) => void bytes.push(part), limit);
  await write(writer);
  await writer.end();
  return Buffer.concat(bytes);
}

const linesOf = (file: Buffer, sheet: string): unknown[][] => {
  const book = read(file, { type: 'buffer', cellDates: false });
  return utils.sheet_to_json(book.Sheets[sheet] ?? {}, { header: 1, raw: true });
};

describe('WorkbookWriter', () => {
  it('writes text, numbers and times as cells of their type, and text never as a formula', async () => {
    const file = await workbook((book) => book.table('Odd / names', COLUMNS, [ROWS]));
    const book = read(file, { type: 'buffer' });
    expect(book.SheetNames).toEqual(['Odd   names']);
    const sheet = book.Sheets['Odd   names'] ?? {};
    const cells = Object.entries(sheet).filter(([key]) => !key.startsWith('!'));
    expect(cells.filter(([, cell]) => 'f' in (cell as object))).toEqual([]);
    expect(
      linesOf(file, 'Odd   names')
        .slice(1, 8)
        .map(([name]) => name),
    ).toEqual(UNUSUAL_NAMES.slice(0, 7));
    expect([sheet.A2.t, sheet.B3.t, sheet.B3.v, sheet.C2]).toEqual(['s', 'n', 1, undefined]);
    expect(sheet.C3.v).toBeCloseTo((SEEN.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000, 9);
    expect(sheet.C3.w).toBe('2026-03-04 05:06');
    expect(sheet['!autofilter']).toEqual({ ref: `A1:C${ROWS.length + 1}` });
  });

  it('truncates a displayed time to its minute', async () => {
    const last = new Date('2026-03-04T05:06:59.999Z');
    const file = await workbook((book) => book.table('Rows', COLUMNS, [[{ name: 'late', count: 1, seen: last }]]));
    expect(read(file, { type: 'buffer' }).Sheets.Rows?.C2.w).toBe('2026-03-04 05:06');
  });

  it('continues in another sheet when one is full, and puts a sheet first on request', async () => {
    const rows = Array.from({ length: 25 }, (_, count) => ({ name: `row ${count}`, count, seen: null }));
    let total = 0;
    const file = await workbook(async (book) => {
      total = await book.table('Rows', COLUMNS, [rows.slice(0, 7), [], rows.slice(7)]);
      await book.facts('Summary', [['Rows', total]], { first: true });
    }, 11);
    expect(total).toBe(25);
    expect(read(file, { type: 'buffer' }).SheetNames).toEqual(['Summary', 'Rows', 'Rows 2', 'Rows 3']);
    expect(['Rows', 'Rows 2', 'Rows 3'].map((sheet) => linesOf(file, sheet).length)).toEqual([11, 11, 6]);
    expect(linesOf(file, 'Rows 3').at(-1)?.[0]).toBe('row 24');
  });

  it('writes only the heading if there are no rows, and fails if reading the rows fails', async () => {
    expect(linesOf(await workbook((book) => book.table('Rows', COLUMNS, [])), 'Rows')).toEqual([['Name', 'Count', 'Seen']]);
    const broken = async function* (): AsyncGenerator<Row[]> {
      yield ROWS;
      throw new Error('the rows ended');
    };
    await expect(workbook((book) => book.table('Rows', COLUMNS, broken()))).rejects.toThrow('the rows ended');
  });

  it('names columns by letters', () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

const hasLibreOffice = ((): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

(hasLibreOffice ? describe : describe.skip)(`LibreOffice${hasLibreOffice ? '' : ' (skipped: soffice is not installed)'}`, () => {
  it('opens the file with every cell unchanged and none evaluated as a formula', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cam-office-'));
    try {
      const rows = ROWS.slice(0, -1);
      writeFileSync(join(folder, 'odd.xlsx'), await workbook((book) => book.table('Odd', COLUMNS, [rows])));
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1';
      execFileSync(
        'soffice',
        ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', filter, '--outdir', folder, join(folder, 'odd.xlsx')],
        {
          stdio: 'ignore',
        },
      );
      const csv = readFileSync(join(folder, 'odd-Odd.csv'), 'utf8').replace(/^\uFEFF/, '');
      const read = rows.map(
        ({ name, count, seen }) =>
          `${/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name},${count},${seen ? '2026-03-04 05:06:00' : ''}\n`,
      );
      expect(csv).toBe(`Name,Count,Seen\n${read.join('')}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
