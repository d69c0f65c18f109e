import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/root';
import { runTypeScript } from '../run-typescript.mjs';

/** Builds the changed targets among those named (or all). Returns the built ones, or null if a build failed and printed why. */
export async function buildChanged(targets: readonly string[]): Promise<string[] | null> {
  const before = builds();
  const code = await runTypeScript('scripts/build/main.ts', ['--quick', ...targets]);
  if (code !== 0) return null;
  const after = builds();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

/** Returns the build's record: the input hash by target. */
function builds(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(ROOT, '.cache/builds.json'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
