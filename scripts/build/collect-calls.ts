import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@cam/contracts/server';

/** Returns the contract's calls that occur as literals in the sources below a folder. They are what a release requires of the server. */
export function collectCalls(folder: string): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (statSync(path).isDirectory()) return readdirSync(path).forEach((name) => visit(join(path, name)));
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return;
    for (const [, key] of readFileSync(path, 'utf8').matchAll(/['"`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'"`\s]*)['"`]/g))
      if (key && key in endpoints) found.add(key);
  };
  visit(folder);
  return [...found].sort();
}
