import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** Runs commands in one shell, which stops at the first failure. */
export function runInShell(commands: string, env: Record<string, string>, cwd = ROOT): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], { cwd, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Returns the indented lines of a page, unchanged, by the number of their section. The introduction is section 0.
 * @param page name of the page below `docs`
 * @param heading matches the beginning of a section
 */
export function indentedLines(page: string, heading: RegExp): string[] {
  const sections = readFileSync(join(ROOT, 'docs', page), 'utf8').split(heading);
  return sections.map((section) => {
    const blocks = section.split('\n').filter((line) => line.startsWith('    '));
    return blocks.map((line) => line.slice(4)).join('\n');
  });
}
