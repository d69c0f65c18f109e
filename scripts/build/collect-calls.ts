import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@cam/contracts/server';

const CALL = /['"`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'"`\s]*)['"`]/;

/** Returns the contract's calls that occur as literals in the sources below a folder. They are what a release requires of the server. */
export function collectCalls(folder: string): string[] {
  return literalsBelow(folder, new RegExp(CALL, 'g')).filter((call) => call in endpoints);
}

/** Returns the calls to the team's own server: the literals that are passed to `callBackEnd` and `useBackEnd`. */
export function collectBackEndCalls(folder: string): string[] {
  return literalsBelow(folder, new RegExp(`\\b(?:callBackEnd|useBackEnd)(?:<[^()]*>)?\\(\\s*[^,()]+,\\s*${CALL.source}`, 'g'));
}

/** Returns what the first group of a pattern finds in the sources below a folder, without tests. */
function literalsBelow(folder: string, pattern: RegExp): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (statSync(path).isDirectory()) return readdirSync(path).forEach((name) => visit(join(path, name)));
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return;
    for (const [, text] of readFileSync(path, 'utf8').matchAll(pattern)) if (text) found.add(text);
  };
  visit(folder);
  return [...found].sort();
}
