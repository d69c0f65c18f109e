import { read } from 'xlsx';
import { writeWorkbook } from './write-workbook';

const sheetOf = (title: string, headings: string[], rows: (string | number | null)[][]) => {
  const { SheetNames: names, Sheets: sheets } = read(writeWorkbook(title, headings, rows), { cellFormula: true, cellNF: true });
  return { names, sheet: sheets[names[0] ?? ''] ?? {} };
};

it('writeWorkbook stores text as text, even if it looks like a formula, and numbers as numbers', () => {
  const texts = ['=1+1', '+1', '-rw', '@SUM(A1)', '=HYPERLINK("https://evil.example")', '000123', '2026-01-01', 'TRUE'];
  const { sheet } = sheetOf(
    'Users',
    ['Name', 'Paths'],
    texts.map((text, index) => [text, index]),
  );
  texts.forEach((text, index) => {
    expect(sheet[`A${index + 2}`]).toMatchObject({ t: 's', v: text });
    expect(sheet[`A${index + 2}`].f).toBeUndefined();
    expect(sheet[`B${index + 2}`]).toMatchObject({ t: 'n', v: index });
  });
  // The text format keeps it text when a person edits the cell.
  expect(sheet.A2.z).toBe('@');
});

it('writeWorkbook leaves missing values empty and truncates text at the limit of the format', () => {
  const { sheet } = sheetOf('Users', ['A', 'B'], [[null, 'x'.repeat(40_000)]]);
  expect(sheet.A2).toBeUndefined();
  expect(sheet.B2.v).toHaveLength(32_767);
});

it('writeWorkbook gives the sheet a valid name', () => {
  expect(sheetOf("'Who: [all] / some?'", ['A'], []).names).toEqual(['Who   all    some']);
  expect(sheetOf('x'.repeat(50), ['A'], []).names).toEqual(['x'.repeat(31)]);
  expect(sheetOf('***', ['A'], []).names).toEqual(['Export']);
});
