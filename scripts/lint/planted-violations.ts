import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A text that breaks a rule, or that the rule must allow, and the path that it pretends to have. */
export type Planted = readonly [rule: string, path: string, text: string];

/**
 * Writes each text to a temporary folder, at its path with a number in the name, and lints all of them in one run with the project's own configuration.
 * @returns the texts that break their rule
 */
export function findBroken(planted: readonly Planted[]): Planted[] {
  const folder = mkdtempSync(join(tmpdir(), 'cam-planted-'));
  const files = planted.map(([, path], index) => path.replace(/\.\w+$/, `-${index}$&`));
  try {
    cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    mkdirSync(join(folder, 'scripts'));
    for (const name of ['scripts/lint', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
    const compilerOptions = { strict: true, jsx: 'preserve', lib: ['ES2023'], types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['server', 'host'] }));
    for (const [index, [, , text]] of planted.entries()) {
      const file = join(folder, files[index] ?? '');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const found = lint(folder, files);
    return planted.filter(([rule], index) => found.has(`${rule} ${files[index]}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns each rule that a file breaks, with the path of the file. */
function lint(folder: string, files: readonly string[]): Set<string> {
  const run = (program: string, ...args: string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, program), ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
    return program.includes('oxlint') ? stdout : stderr;
  };
  const { diagnostics } = JSON.parse(run('node_modules/oxlint/bin/oxlint', '--format', 'json', ...files)) as {
    diagnostics: { code?: string; message: string; filename: string }[];
  };
  const nameOf = (code: string | undefined): string =>
    code?.replace(/^react-hooks/, 'react').replace(/^(?:eslint\((.*)\)|(.*)\((.*)\))$/, (_, own, plugin, rule) => own ?? `${plugin}/${rule}`) ??
    'unused-directive';
  const exceptions = run('scripts/check-exceptions.mjs', folder).matchAll(/^(\S+?):\d+:/gm);
  return new Set([
    ...diagnostics.map(({ code, filename }) => `${nameOf(code)} ${filename}`),
    ...[...exceptions].map(([, file]) => `check-exceptions ${file}`),
  ]);
}
