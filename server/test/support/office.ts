import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from 'xlsx';

/** Reports whether LibreOffice is on this machine. */
export const hasOffice = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;

/** LibreOffice's CSV filter: comma, quotes, UTF-8, cells as shown, one file for each sheet. */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

/**
 * Opens workbooks in one run of LibreOffice, and returns the displayed lines of each sheet by `workbook-sheet`.
 * @throws if a workbook gives no sheet
 */
export function readByOffice(workbooks: Readonly<Record<string, Buffer>>): Map<string, string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'cam-office-'));
  const [given, out] = [join(folder, 'in'), join(folder, 'out')];
  try {
    mkdirSync(given);
    const files = Object.entries(workbooks).map(([name, content]) => {
      const file = join(given, `${name}.xlsx`);
      writeFileSync(file, content);
      return file;
    });
    const args = ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', FILTER, '--outdir', out, ...files];
    const { status, stderr } = spawnSync('soffice', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`);
    const sheets = readdirSync(out).map((file): [string, string[][]] => [
      file.replace(/\.csv$/, ''),
      linesOfCsv(readFileSync(join(out, file), 'utf8')),
    ]);
    for (const name of Object.keys(workbooks))
      if (!sheets.some(([sheet]) => sheet.startsWith(`${name}-`))) throw new Error(`LibreOffice could not read ${name}: ${stderr}`);
    return new Map(sheets);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the lines of a CSV file, each cell as text. */
export function linesOfCsv(text: string): string[][] {
  const book = read(text.replace(/^\uFEFF/, ''), { type: 'string', raw: true });
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true, defval: '' });
  return lines.map((line) => line.map(String));
}
