import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../build/root';
import { writeReports } from './write-report';

const FOLDER = join(ROOT, 'docs/api');

/** Writes the reports, or with --check compares them with the committed ones. Returns the exit code. */
function main(isCheck: boolean): number {
  let stale = 0;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, report] of Object.entries(writeReports(ROOT))) {
    const file = join(FOLDER, `${name}.api.md`);
    if (!isCheck) writeFileSync(file, report);
    else if (readCommitted(file) !== report) {
      stale += 1;
      console.error(`${relative(ROOT, file)} is not current: the public surface changed.\n${difference(file, report)}`);
    }
  }
  if (stale > 0) console.error('Read the difference as a user of the package does. If it is meant, run: npm run api-report');
  return stale > 0 ? 1 : 0;
}

function readCommitted(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
}

function difference(file: string, report: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cam-api-'));
  const current = join(folder, 'current.md');
  writeFileSync(current, report);
  const before = readCommitted(file) === '' ? '/dev/null' : file;
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', '--', before, current], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  // Without the head, which names a temporary file.
  return stdout.slice(Math.max(0, stdout.indexOf('@@')));
}

process.exitCode = main(process.argv.includes('--check'));
