import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { lint: string } };

let folder: string;
const put = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

/** Returns what knip finds under the project's own configuration. */
function findDeadCode(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress', '--no-config-hints'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-dead-code-'));
  cpSync(join(ROOT, 'knip.json'), join(folder, 'knip.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  put('package.json', JSON.stringify({ name: 'cam', private: true, workspaces: ['contracts'] }));
  put('contracts/package.json', JSON.stringify({ name: '@cam/contracts', main: 'src/index.ts' }));
  put('contracts/src/index.ts', "export { used } from './used';\n");
  put('contracts/src/used.ts', 'export const used = 1;\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('knip reports unused exports, files and packages', () => {
  expect(findDeadCode()).toBe('');
  put('contracts/src/used.ts', 'export const used = 1;\nexport const unused = 2;\n');
  put('contracts/src/forgotten.ts', 'export const forgotten = 1;\n');
  put('contracts/package.json', JSON.stringify({ name: '@cam/contracts', main: 'src/index.ts', dependencies: { typebox: '1.0.0' } }));
  const found = findDeadCode();
  for (const name of ['unused', 'contracts/src/forgotten.ts', 'typebox']) expect(found).toContain(name);
}, 60_000);

it('npm run lint runs every check', () => {
  for (const part of ['oxlint', 'check-exceptions.mjs', 'depcruise', 'knip', 'check-migrations.mjs', 'api-report.mjs --check', 'oxfmt --check'])
    expect(scripts.lint).toContain(part);
});
