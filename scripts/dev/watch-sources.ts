import { join } from 'node:path';
import Watchpack from 'watchpack';
import { ROOT } from '../build/root';

const ALL_SOURCES = ['contracts', 'shared', 'host', 'remotes', 'server/src'];

/** What builds and tools write while they run. */
const OUTPUT = /\/(dist|node_modules|\.cache|test-results)(\/|$)|~$|\.sw.$/;

/** Editors write a file in several steps, and most of them put a new file in the place of the old one (ms). */
const QUIET = 150;

/**
 * Calls `onChange` after a source below the folders changed (none named: all sources), one call at a time: what changes while it
 * works leads to one more. Returns the function that ends the watch.
 */
export function watchSources(folders: readonly string[], onChange: () => Promise<void>): () => void {
  let working = false;
  let again = false;

  const work = async (): Promise<void> => {
    if (working) {
      again = true;
      return;
    }
    working = true;
    try {
      await onChange();
    } catch (error) {
      console.error((error as Error).message);
    }
    working = false;
    if (again) {
      again = false;
      await work();
    }
  };
  const watcher = new Watchpack({ aggregateTimeout: QUIET, ignored: OUTPUT });
  const directories = (folders.length === 0 ? ALL_SOURCES : folders).map((folder) => join(ROOT, folder));
  watcher.watch({ directories, startTime: Date.now() });
  watcher.on('aggregated', () => void work());
  return () => watcher.close();
}
