import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ConfigError } from '../config-error';
import type { Db } from '../db/database';
import type { Migrations } from '../db/migrate';
import type { ObjectStorage } from '../storage';
import { createDataFile, incompleteFile, isStored, refuseUsedBucket, refuseUsedFolder, saveFiles } from './data-files';
import { readRecords, RecordWriter, type BackupRecord, type EntryStart } from './records';
import { DatabaseRestore, refuseUsedDatabase } from './restore-database';
import { saveDatabase, type SaveOptions } from './save-database';
import { BackupDamaged, seal, unseal, type BackupSecret } from './sealed-stream';

/** The installation that is saved or restored. The caller holds the lock of the data folder. */
export interface Installation {
  dataDir: string;
  /** The bucket of CAM_STORAGE; null: the data folder has all files. */
  bucket: ObjectStorage | null;
  /** Opens the database; on a new data folder it is empty. */
  openDatabase: () => Promise<Db>;
}

export interface BackupSummary {
  rows: number;
  files: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

type BackupStart = Extract<EntryStart, { entry: 'backup' }>;

/**
 * Writes an encrypted backup of the database, the data folder, and the bucket if there is one. The file has its name only when it is complete.
 * @throws ConfigError if the file exists
 */
export async function saveBackup(
  file: string,
  secret: BackupSecret,
  { dataDir, bucket, openDatabase }: Installation,
  options: SaveOptions,
): Promise<Omit<BackupSummary, 'createdAt'>> {
  if (existsSync(file)) throw new ConfigError(`${file} exists already.\nChoose another name for the backup, or move that file elsewhere.`);
  const partial = `${file}.partial`;
  const gzip = createGzip({ level: 4 });
  const target = createWriteStream(partial, { mode: 0o600, flush: true });
  const written = pipeline(gzip, (source: AsyncIterable<Buffer>) => seal(source, secret), target);
  const failed = written.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  try {
    const db = await openDatabase();
    let files = 0;
    let rows: number;
    try {
      const writer = new RecordWriter(gzip, failed);
      rows = await saveDatabase(db, writer, options, async () => {
        files = await saveFiles(dataDir, bucket, writer);
      });
      await writer.start({ entry: 'end', rows, files });
    } finally {
      await db.close();
    }
    gzip.end();
    await written;
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { rows, files };
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    await rm(partial, { force: true });
    throw isSystemError(error) ? Object.assign(error, { path: error.path ?? file }) : error;
  }
}

/**
 * Restores a backup into an empty data folder, an empty bucket if there is one, and an empty database. Nothing is written before the whole file was read and found authentic.
 * @param migrations all migrations of this release
 * @throws ConfigError if the backup cannot be restored here; its second line says what to do
 */
export async function restoreBackup(
  file: string,
  secret: BackupSecret,
  { dataDir, bucket, openDatabase }: Installation,
  { migrations, progress }: { migrations: Migrations; progress: (words: string) => void },
): Promise<BackupSummary> {
  await refuseUsedFolder(dataDir);
  if (bucket) await refuseUsedBucket(bucket);
  progress('Checking the backup ...');
  const start = await verified(file, secret);
  const newer = start.migrations.find((name) => !migrations[name]);
  if (newer !== undefined)
    throw new ConfigError(`A newer release has written the backup ${file} (step "${newer}").\nRestore it with that release or a later one.`);
  const marker = await open(incompleteFile(dataDir), 'wx', 0o600);
  await marker.sync();
  await marker.close();
  const db = await openDatabase();
  let files = 0;
  let rows = 0;
  try {
    await refuseUsedDatabase(db).catch(async (error: unknown) => {
      await rm(incompleteFile(dataDir), { force: true });
      throw error;
    });
    await DatabaseRestore.run(db, start, migrations, async (restore) => {
      const filler = new Filler({ dataDir, bucket }, restore, progress);
      for await (const record of recordsOf(file, secret)) await filler.take(record);
      files = filler.files;
      rows = restore.rows;
    });
  } finally {
    await db.close();
  }
  await rm(incompleteFile(dataDir));
  await syncFolder(dataDir);
  return { rows, files, createdAt: start.createdAt };
}

/** Hands the records of a backup to the database and to files. */
class Filler {
  #file: Writable | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  files = 0;

  constructor(
    private readonly target: Pick<Installation, 'dataDir' | 'bucket'>,
    private readonly restore: DatabaseRestore,
    private readonly progress: (words: string) => void,
  ) {}

  async take(record: BackupRecord): Promise<void> {
    if ('part' in record) return this.#file ? this.#append(this.#file, record.part) : this.restore.part(record.part);
    await this.#closeFile();
    const { start } = record;
    switch (start.entry) {
      case 'table':
        this.progress(`Restoring ${start.name}`);
        return this.restore.table(start);
      case 'sequences':
        return this.restore.sequences(start.values);
      case 'file':
        [this.#file, this.#ended] = await this.#open(start);
        this.#ended.catch(() => undefined);
        this.files += 1;
        return;
      case 'end':
        if (start.rows !== this.restore.rows || start.files !== this.files)
          throw new BackupDamaged(`it has ${this.restore.rows} rows and ${this.files} files instead of ${start.rows} and ${start.files}`);
        return;
      case 'backup':
    }
  }

  async #open(start: Extract<EntryStart, { entry: 'file' }>): Promise<[Writable, Promise<unknown>]> {
    const { dataDir, bucket } = this.target;
    if (bucket && isStored(start.path)) {
      const content = new PassThrough({ highWaterMark: 2 ** 20 });
      return [content, bucket.put(start.path, content)];
    }
    const file = await createDataFile(dataDir, start);
    return [file, finished(file)];
  }

  async #append(file: Writable, part: Buffer): Promise<void> {
    await Promise.race([new Promise<void>((resolve, reject) => file.write(part, (error) => (error ? reject(error) : resolve()))), this.#ended]);
  }

  async #closeFile(): Promise<void> {
    this.#file?.end();
    await this.#ended;
    this.#file = null;
  }
}

/** Reads the whole backup and returns its start. */
async function verified(file: string, secret: BackupSecret): Promise<BackupStart> {
  let first: BackupStart | null = null;
  let isWhole = false;
  try {
    for await (const record of recordsOf(file, secret)) {
      if ('part' in record) continue;
      if (record.start.entry === 'backup') first = record.start;
      isWhole = record.start.entry === 'end';
    }
    if (!first || !isWhole) throw new BackupDamaged('it is not complete');
    return first;
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    throw new ConfigError(
      `The backup ${file} cannot be restored: ${error.message}.\nNothing was written. Check the secret, or use another copy of the file.`,
    );
  }
}

async function* recordsOf(file: string, secret: BackupSecret): AsyncGenerator<BackupRecord> {
  yield* readRecords(unzipped(unseal(createReadStream(file, { highWaterMark: 2 ** 20 }), secret)));
}

async function* unzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let failure: unknown = null;
  const feed = async (): Promise<void> => {
    try {
      for await (const part of source) if (!gunzip.write(part)) await once(gunzip, 'drain');
      gunzip.end();
    } catch (error) {
      failure = error;
      gunzip.destroy();
    }
  };
  void feed();
  try {
    yield* gunzip;
  } catch (error) {
    throw failure ?? error;
  }
  if (failure !== null) throw failure;
}

/** Makes the new name of a file survive a power cut. Not every system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
