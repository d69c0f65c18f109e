import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A text that breaks a rule, or that the rule must allow, and the path that it pretends to have. */
export type Planted = readonly [rule: string, path: string, text: string];

/**
 * Lints each text as if it lay at its path, with the project's own configuration.
 * @param types whether rules that need the type checker run too
 * @returns the texts that break their rule
 */
export function findBroken(planted: readonly Planted[], { types = false } = {}): Planted[] {
  const input = JSON.stringify(planted.map(([, path, text]) => ({ path: join(ROOT, path), text })));
  const args = [join(__dirname, 'lint-texts.mjs'), ...(types ? ['--types'] : [])];
  const rules = JSON.parse(execFileSync(process.execPath, args, { input, cwd: ROOT, encoding: 'utf8' })) as string[][];
  return planted.filter(([rule], index) => rules[index]?.includes(rule));
}
