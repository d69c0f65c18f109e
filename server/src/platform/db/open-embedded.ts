import { constants, existsSync } from 'node:fs';
import { access, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../config-error';
import { Db } from './database';

/** Space that the database needs to open: one segment of its log, bytes. */
const NEEDED_SPACE = 16 * 2 ** 20;

/**
 * Opens the embedded database of a data folder, and creates it if there is none. The caller holds the lock of the folder.
 * @param workerFile the built `pglite-worker.ts`
 * @throws ConfigError if the database cannot be opened: it says why, and its second line what to do
 */
export async function openEmbedded(dataDir: string, workerFile: URL, log: Logger): Promise<Db> {
  const folder = join(dataDir, 'db');
  // A database whose creation was interrupted has nothing in it, and does not open.
  const incomplete = join(dataDir, 'db.incomplete');
  if (existsSync(incomplete)) await rm(folder, { recursive: true, force: true });
  const isNew = !existsSync(folder);
  if (isNew) {
    log.info({ folder }, 'creating the embedded database; this takes some seconds, once');
    await writeFile(incomplete, '', { mode: 0o600 });
  }
  const started = performance.now();
  const db = await Db.embedded(folder, workerFile).catch(async (error: unknown) => {
    throw await explained(error, dataDir, folder);
  });
  if (isNew) await rm(incomplete);
  log.info({ ms: Math.round(performance.now() - started) }, 'embedded database open');
  return db;
}

/** Returns the error to report. The database itself seldom says why it does not open. */
async function explained(error: unknown, dataDir: string, folder: string): Promise<unknown> {
  const fails = `The embedded database in ${folder} cannot be opened`;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < NEEDED_SPACE)
    return new ConfigError(`${fails}: there is no space left on the disk.\nFree some space on that disk, then start CAM again.`);
  const denied = await deniedBelow(folder);
  if (denied !== null)
    return new ConfigError(
      `${fails}: access to ${denied} is denied.\nGive the user that runs CAM read and write access to all files of the data folder.`,
    );
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error;
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/[.\s]+$/, '') : 'a file cannot be read';
  return new ConfigError(`${fails}, since it is damaged: ${reason}.\nRestore the data folder from a backup, or set CAM_DATA to another folder.`);
}

/** Returns the first file or folder that this user cannot read and write; null if there is none. */
async function deniedBelow(folder: string): Promise<string | null> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    const isDenied = await access(path, constants.R_OK | constants.W_OK).then(
      () => false,
      () => true,
    );
    if (isDenied) return path;
  }
  return null;
}
