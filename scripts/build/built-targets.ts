import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root';
import { allTargets, type Target } from './targets';

const NOTES = join(ROOT, '.cache/builds.json');

/** A file that each kind of build writes last. */
const LAST_FILE = { server: 'main.mjs', host: 'index.html', remote: 'integrity.json' } as const;

/** Marks the note of a build that compressed less. */
const QUICK = ' quick';

/**
 * Returns the targets whose sources differ from those of their last build.
 * @param quick a build that compressed less counts as well
 */
export function staleTargets(targets: readonly Target[] = allTargets(), quick = false): Target[] {
  const notes = readNotes();
  const isBuilt = ({ name, inputs }: Target): boolean => notes[name] === inputs || (quick && notes[name] === inputs + QUICK);
  return targets.filter((target) => !isBuilt(target) || !existsSync(join(ROOT, target.folder, 'dist', LAST_FILE[target.kind])));
}

/** Records that a target is built of its present sources. */
export function markBuilt(target: Target, quick: boolean): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(NOTES, JSON.stringify({ ...readNotes(), [target.name]: target.inputs + (quick ? QUICK : '') }, null, 2));
}

/** The hash of the sources of each build, by target. */
function readNotes(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(NOTES, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
