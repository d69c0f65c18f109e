import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './root';

/** Folders that never affect a build. */
const SKIPPED = new Set(['node_modules', 'dist', 'test', '.cache']);

/** Returns the SHA-256 over names and bytes of files and folders, relative to the root. Skips tests. */
export function inputHash(paths: readonly string[], extra: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesBelow(join(ROOT, path))) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  for (const text of extra) hash.update(text).update('\0');
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !SKIPPED.has(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}
