import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A text that breaks a rule, or that the rule must allow, and the path that it pretends to have. */
export type Planted = readonly [rule: string, path: string, text: string];

/**
 * Lints each text as if it lay at its path, with the project's own configuration.
 * @returns the texts that break their rule
 */
export function findBroken(planted: readonly Planted[]): Planted[] {
  const input = JSON.stringify(planted.map(([, path, text]) => ({ path: join(ROOT, path), text })));
  const program = join(__dirname, 'lint-texts.mjs');
  const rules = JSON.parse(execFileSync(process.execPath, [program], { input, cwd: ROOT, encoding: 'utf8' })) as string[][];
  return planted.filter(([rule], index) => rules[index]?.includes(rule));
}
