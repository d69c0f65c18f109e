import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** The memory file system of Linux. */
const SHARED_MEMORY = '/dev/shm';
/** Far more than the temporary files of the tests have at the same time, bytes. */
const NEEDED = 8 * 1024 ** 3;

/**
 * Lets this process and all that it starts keep temporary files in memory, if the machine has enough of it. The tests make hundreds of thousands of small
 * files, mostly those of databases, and on a disk the making of one costs a hundred times as much.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(SHARED_MEMORY)) return;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED) return;
  const folder = mkdtempSync(join(SHARED_MEMORY, 'cam-tests-'));
  // PostgreSQL runs as another user, in folders below this one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}
