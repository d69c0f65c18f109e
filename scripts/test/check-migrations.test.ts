import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../check-migrations.mjs');
const FOLDER = 'server/src/platform/db/migrations';
const FIRST = '20270101T0000_create_one.ts';
const SECOND = '20270102T0000_create_two.ts';
const step = (statement: string): string =>
  `import { sql, type Kysely } from 'kysely';\n\nexport const up = (db: Kysely<unknown>) => sql\`${statement}\`.execute(db);\n`;

let root: string;
const write = (file: string, text: string): void => writeFileSync(join(root, FOLDER, file), text);
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@test.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const commit = (): void => {
  git('add', '.');
  git('commit', '-m', 'Change');
};

/** Returns what the check complains of, and whether it passes. */
function check(...args: string[]): { passes: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, `--root=${root}`, ...args], { encoding: 'utf8' });
  return { passes: status === 0, output: stdout + stderr };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cam-migrations-'));
  mkdirSync(join(root, FOLDER), { recursive: true });
  git('init', '-q', '-b', 'main');
  write(FIRST, step('create table one (id int)'));
  expect(check('--write').passes).toBe(true);
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('check-migrations accepts a new migration with an updated list until it lands', () => {
  git('switch', '-q', '-c', 'branch');
  write(SECOND, step('create table two (id int)'));
  expect(check().output).toContain('--write');
  expect(check('--write').passes).toBe(true);
  commit();
  write(SECOND, step('create table two (id bigint)'));
  expect(check().passes).toBe(false);
  expect(check('--write').passes).toBe(true);
});

it.each([
  ['is changed', () => write(FIRST, step('create table one (id bigint)')), `${FIRST} has landed`],
  ['is deleted', () => rmSync(join(root, FOLDER, FIRST)), `${FIRST} has landed`],
  ['is preceded by a new one', () => write('20260101T0000_early.ts', step('select 1')), `must come after ${FIRST}`],
])('check-migrations rejects a landed migration that %s, even with an updated list', (_what, change, output) => {
  git('switch', '-q', '-c', 'branch');
  change();
  expect(check('--write')).toMatchObject({ passes: false, output: expect.stringContaining(output) });
});

it('check-migrations rejects a change of the last commit on main, or of any commit since --base', () => {
  const list = join(root, FOLDER, 'landed.json');
  write(FIRST, step('create table one (id bigint)'));
  writeFileSync(
    list,
    JSON.stringify({
      [FIRST]: createHash('sha256')
        .update(readFileSync(join(root, FOLDER, FIRST)))
        .digest('hex'),
    }),
  );
  commit();
  const refused = { passes: false, output: expect.stringContaining(`${FIRST} has landed`) };
  expect(check()).toMatchObject(refused);
  git('commit', '--allow-empty', '-m', 'Change nothing');
  expect(check().passes).toBe(true);
  expect(check('--base=HEAD~2')).toMatchObject(refused);
});

it('check-migrations compares a folder without git history with the list only', () => {
  write(SECOND, step('create table two (id int)'));
  expect(check('--write').passes).toBe(true);
  rmSync(join(root, '.git'), { recursive: true });
  expect(check()).toMatchObject({ passes: true, output: expect.stringContaining('no history') });
  write(SECOND, step('create table two (id bigint)'));
  expect(check().passes).toBe(false);
});

it('check-migrations rejects a migration that imports server code', () => {
  write(SECOND, `import { TABLES } from '../tables';\n${step('select 1')}`);
  expect(check('--write')).toMatchObject({ passes: false, output: expect.stringContaining('kysely alone') });
});
