import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const WAITS = 'const wait = async (): Promise<boolean> => true;\n';

/** The rule that each file breaks, its path, and its text. */
const PLANTED = [
  ['no-floating-promises', 'server/src/forgotten.ts', `${WAITS}export function forget(): void {\n  wait();\n}\n`],
  ['no-misused-promises', 'server/src/always.ts', `${WAITS}export const always = () => (wait() ? 1 : 2);\n`],
  ['no-misused-promises', 'host/src/each.ts', `${WAITS}export const each = (list: string[]) => list.forEach(async () => void (await wait()));\n`],
] as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-planted-'));
  cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, lib: ['ES2023'], types: [] } }));
  const allowed = `${WAITS}export const done = async (): Promise<boolean> => await wait();\n`;
  for (const [, path, text] of [...PLANTED, ['', 'server/src/allowed.ts', allowed] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lint reports promises that nobody awaits and promises that are used as values', () => {
  const program = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [program, '--type-aware', '--format', 'json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.map(({ code, filename }) => `${/\((.*)\)/.exec(code)?.[1]} ${filename}`);
  expect(found.sort()).toEqual(PLANTED.map(([rule, path]) => `${rule} ${path}`).sort());
}, 60_000);
