import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root';
import { allTargets, type Target } from './targets';

const NOTES = join(ROOT, '.cache/builds.json');

/** A file that each kind of build writes last. */
const LAST_FILE = { server: 'main.mjs', host: 'index.html', remote: 'integrity.json' } as const;

/** Returns the targets whose sources differ from those of their last build. */
export function staleTargets(targets: readonly Target[] = allTargets()): Target[] {
  const notes = readNotes();
  return targets.filter((target) => notes[target.name] !== target.inputs || !existsSync(join(ROOT, target.folder, 'dist', LAST_FILE[target.kind])));
}

/** Records that a target is built of its present sources. */
export function markBuilt(target: Target): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(NOTES, JSON.stringify({ ...readNotes(), [target.name]: target.inputs }, null, 2));
}

/** The hash of the sources of each build, by target. */
function readNotes(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(NOTES, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
