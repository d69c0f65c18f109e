import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../config';
import { Db } from './database';

/**
 * Opens the embedded database of a data folder, and creates it if there is none. The caller holds the lock of the folder.
 * @param workerFile the built `pglite-worker.ts`
 * @throws ConfigError if the database is damaged; its second line says what to do
 */
export async function openEmbedded(dataDir: string, workerFile: URL, log: Logger): Promise<Db> {
  const folder = join(dataDir, 'db');
  if (!existsSync(folder)) log.info({ folder }, 'creating the embedded database; this takes some seconds, once');
  const started = performance.now();
  const db = await Db.embedded(folder, workerFile).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The embedded database in ${folder} cannot be opened: ${reason.split('\n')[0]}.\nRestore the data folder from a backup, or set CAM_DATA to another folder.`,
    );
  });
  log.info({ ms: Math.round(performance.now() - started) }, 'embedded database open');
  return db;
}
