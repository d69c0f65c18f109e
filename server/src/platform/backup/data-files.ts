import { createReadStream, type WriteStream, createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../config-error';
import { HOLDER_FILE, LOCK_FILE } from '../folder-lock';
import { SCRATCH, STORED_FOLDERS, type ObjectStorage } from '../storage';
import type { RecordWriter } from './records';
import { BackupDamaged } from './sealed-stream';

/** Present while a restore fills the data folder. */
const INCOMPLETE = 'restore.incomplete';

/** These names belong to the running process, not to the installation. The embedded database is saved by its rows. */
const LEFT_OUT = new Set(['db', 'db.incomplete', LOCK_FILE, HOLDER_FILE, 'server.json', 'server.log', 'lost+found', INCOMPLETE, SCRATCH]);

/**
 * Writes all files of the data folder and of the bucket, if there is one: keys, bundles of sources, and releases of remotes. A backup names them alike, so it can
 * be restored into either.
 * @param bucket null: the data folder has all files
 * @returns the number of files
 */
export async function saveFiles(dataDir: string, bucket: ObjectStorage | null, writer: RecordWriter): Promise<number> {
  const names = (await readdir(dataDir)).filter((name) => !LEFT_OUT.has(name) && !(bucket && isStored(name))).sort();
  let saved = bucket ? await saveObjects(bucket, writer) : 0;
  for (const name of names) for await (const path of filesBelow(join(dataDir, name))) saved += (await saveFile(dataDir, path, writer)) ? 1 : 0;
  return saved;
}

async function saveObjects(bucket: ObjectStorage, writer: RecordWriter): Promise<number> {
  let saved = 0;
  for (const folder of STORED_FOLDERS) {
    for await (const path of bucket.keysBelow(folder)) {
      const found = await bucket.get(path);
      if (!found) continue;
      await writer.start({ entry: 'file', path, mode: 0o600 });
      for await (const part of found.stream) await writer.part(part as Buffer);
      saved += 1;
    }
  }
  return saved;
}

/** Reports whether a file of a backup belongs into the bucket, if there is one. */
export function isStored(path: string): boolean {
  return STORED_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found?.isFile()) yield path;
  if (!found?.isDirectory()) return;
  for (const name of (await readdir(path).catch(ignoreMissing)) ?? []) yield* filesBelow(join(path, name));
}

/** A running server removes bundles that a newer one replaces. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function saveFile(dataDir: string, path: string, writer: RecordWriter): Promise<boolean> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return false;
  let isStarted = false;
  const start = async (): Promise<void> => {
    if (!isStarted) await writer.start({ entry: 'file', path: relative(dataDir, path).split(sep).join('/'), mode: found.mode & 0o777 });
    isStarted = true;
  };
  try {
    for await (const part of createReadStream(path, { highWaterMark: 2 ** 20 })) {
      await start();
      await writer.part(part as Buffer);
    }
  } catch (error) {
    if (isStarted) throw error;
    return ignoreMissing(error as NodeJS.ErrnoException) !== null;
  }
  await start();
  return true;
}

/** @throws ConfigError if the folder has files */
export async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => ![LOCK_FILE, HOLDER_FILE, 'lost+found'].includes(name));
  if (names.length > 0)
    throw new ConfigError(
      `The data folder ${dataDir} is not empty, so nothing was restored.\nSet CAM_DATA to a new folder, or move its content elsewhere.`,
    );
}

/** @throws ConfigError if the bucket has objects */
export async function refuseUsedBucket(bucket: ObjectStorage): Promise<void> {
  const first = await bucket.keysBelow('').next();
  if (!first.done)
    throw new ConfigError(
      `The bucket of CAM_STORAGE is not empty: it has ${first.value}. Nothing was restored.\nSet CAM_STORAGE to another prefix, or delete these objects.`,
    );
}

/** @throws ConfigError if a restore into the folder was interrupted */
export function refuseIncompleteRestore(dataDir: string): void {
  if (existsSync(join(dataDir, INCOMPLETE)))
    throw new ConfigError(
      `A restore into the data folder ${dataDir} was interrupted, so CAM does not start on it.\nEmpty the folder, the bucket of CAM_STORAGE if there is one, and the database if DATABASE_URL names one, then restore the backup again.`,
    );
}

/** Returns the path of the file that marks a restore under way. */
export const incompleteFile = (dataDir: string): string => join(dataDir, INCOMPLETE);

/** Opens a file of the backup for writing. */
export async function createDataFile(dataDir: string, { path, mode }: { path: string; mode: number }): Promise<WriteStream> {
  const target = resolve(dataDir, path);
  if (!target.startsWith(`${resolve(dataDir)}${sep}`)) throw new BackupDamaged(`it has a file outside the data folder: ${path}`);
  await mkdir(dirname(target), { recursive: true });
  return createWriteStream(target, { flags: 'wx', mode, flush: true });
}
