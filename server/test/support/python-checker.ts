import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/**
 * Has the checker in Python judge files.
 * @param files texts of files by name, each with the expected code
 * @returns its output; it ends with "N of N examples agree" if it judges all as expected
 */
export function judgedByPython(files: ReadonlyMap<string, { text: string; code: number }>, keys: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cam-proofs-'));
  try {
    for (const [name, { text }] of files) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
    writeFileSync(join(folder, 'expected.json'), JSON.stringify(Object.fromEntries([...files].map(([name, { code }]) => [name, { code }]))));
    const { stdout, stderr } = spawnSync('python3', [join(__dirname, '../../../docs/proof/verify_proof.py'), '--examples', folder], {
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
