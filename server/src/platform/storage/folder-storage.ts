import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { forEachOf } from '../async/limiter';
import type { ObjectStorage, PutOptions, StorageEntry, StoredObject } from './object-storage';
import { StorageBelow } from './storage-below';

/** Beginning of the names of files and folders that are not complete. */
const INCOMING = '.incoming-';

/** Errors of the file system that say that there is no such file. */
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** Files of a folder that are written at once: each waits for the disk. */
const FILES_AT_ONCE = 8;

/** A storage in a folder of this machine, or in one that several machines mount. */
export class FolderStorage implements ObjectStorage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  async put(key: string, content: Buffer | string | AsyncIterable<Buffer>, { isTemporary = false }: PutOptions = {}): Promise<number> {
    const path = this.#path(key);
    const incoming = join(dirname(path), `${INCOMING}${randomUUID()}`);
    try {
      const bytes = await writeWhole(incoming, content, isTemporary);
      await rename(incoming, path);
      if (!isTemporary) await syncFolder(dirname(path));
      return bytes;
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<StoredObject | null> {
    const handle = await open(this.#path(key)).catch(nullIfMissing);
    if (!handle) return null;
    const stats = await handle.stat();
    if (!stats.isFile()) {
      await handle.close();
      return null;
    }
    return { size: stats.size, stream: handle.createReadStream() };
  }

  async sizeOf(key: string): Promise<number | null> {
    const stats = await stat(this.#path(key)).catch(nullIfMissing);
    return stats?.isFile() ? stats.size : null;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true }).catch((error: NodeJS.ErrnoException) => {
      // A folder is no object.
      if (error.code !== 'ERR_FS_EISDIR') throw error;
    });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#path(folder), { recursive: true, force: true });
  }

  async replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const target = this.#path(folder);
    const incoming = join(dirname(target), `${INCOMING}${randomUUID()}`);
    try {
      await forEachOf(files, FILES_AT_ONCE, async ([path, content]) => void (await writeWhole(join(incoming, path), content, false)));
      await replaceBy(incoming, target);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }

  async moveFolder(from: string, to: string): Promise<void> {
    const target = this.#path(to);
    await mkdir(dirname(target), { recursive: true });
    await replaceBy(this.#path(from), target);
  }

  async list(folder: string): Promise<StorageEntry[]> {
    const path = this.#path(folder);
    const entries = (await readdir(path, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
    const listed = await Promise.all(
      entries.filter(isComplete).map(async (entry) => {
        if (entry.isDirectory()) return { name: entry.name, size: 0, isFolder: true };
        // Another process may have removed it since.
        const stats = await stat(join(path, entry.name)).catch(nullIfMissing);
        return stats && { name: entry.name, size: stats.size, isFolder: false };
      }),
    );
    return listed.filter((entry) => entry !== null);
  }

  async *keysBelow(folder: string): AsyncGenerator<string> {
    const entries = (await readdir(this.#path(folder), { withFileTypes: true }).catch(nullIfMissing)) ?? [];
    for (const entry of entries.filter(isComplete)) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.keysBelow(key);
      else if (entry.isFile()) yield key;
    }
  }

  withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.#path(key));
  }

  below(folder: string): ObjectStorage {
    return new StorageBelow(this, folder);
  }

  #path(key: string): string {
    const path = join(this.#root, ...key.split('/'));
    if (path !== this.#root && !path.startsWith(this.#root.endsWith(sep) ? this.#root : `${this.#root}${sep}`))
      throw new Error(`the key ${key} leads outside the storage`);
    return path;
  }
}

function isComplete({ name }: { name: string }): boolean {
  return !name.startsWith(INCOMING);
}

async function writeWhole(path: string, content: Buffer | string | AsyncIterable<Buffer>, isTemporary: boolean): Promise<number> {
  const file = await openNew(path);
  try {
    const bytes = await writeAll(file, content);
    if (!isTemporary) await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** Opens a new file. Its folder is there already for all files but the first, so it is made only where it is missing. */
async function openNew(path: string): Promise<FileHandle> {
  const opened = await open(path, 'wx', 0o600).catch(nullIfMissing);
  if (opened) return opened;
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'wx', 0o600);
}

async function writeAll(file: FileHandle, content: Buffer | string | AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const part of typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content) {
    await file.writeFile(part);
    bytes += part.length;
  }
  return bytes;
}

async function replaceBy(incoming: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await rename(incoming, target);
  await syncFolder(dirname(target));
}

/** Makes the new name of a file survive a power cut. Not every system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (MISSING.has(error.code ?? '')) return null;
  throw error;
}
