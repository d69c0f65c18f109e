import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/root';
import { runTypeScript } from '../run-typescript.mjs';

/** Builds what changed of the named targets (none: of all). Answers with what was built, or null where a build failed: it said why. */
export async function buildChanged(targets: readonly string[]): Promise<string[] | null> {
  const before = builds();
  const code = await runTypeScript('scripts/build/main.ts', targets);
  if (code !== 0) return null;
  const after = builds();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

/** What the build notes of itself: the hash of the inputs by target. */
function builds(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(ROOT, '.cache/builds.json'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
