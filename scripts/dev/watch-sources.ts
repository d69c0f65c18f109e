import { join } from 'node:path';
import Watchpack from 'watchpack';
import { ROOT } from '../build/root';

const ALL_SOURCES = ['contracts', 'shared', 'host', 'remotes', 'server/src'];

/** Output of builds and tools. */
const OUTPUT = /\/(dist|node_modules|\.cache|test-results)(\/|$)|~$|\.sw.$/;

/** Wait after a change, ms. Editors write a file in several steps, and most replace the old file. */
const QUIET = 150;

/**
 * Calls `onChange` after a source below the folders (or any source) changes. Calls do not overlap; changes during one lead to another.
 * @returns a function that ends the watch
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
