import type { Readable } from 'node:stream';

/** The content of a stored object. The reader destroys a stream that it does not read to the end. */
export interface StoredObject {
  /** Bytes. */
  size: number;
  stream: Readable;
}

/** An object or a folder directly in a folder. */
export interface StorageEntry {
  name: string;
  /** Bytes; 0 for a folder. */
  size: number;
  isFolder: boolean;
}

export interface PutOptions {
  /** The content can be made again, so it need not survive a power cut. */
  isTemporary?: boolean;
}

/**
 * Keeps the files of the installation that belong to no single process: bundles of sources, staged pulls, releases of remotes and their source maps. Keys are
 * paths with slashes, such as `remotes/alerts/1.2.0/remote.json`. A folder exists while an object is in it.
 *
 * Every method throws StorageUnavailable if the storage does not respond or refuses the server.
 */
export interface ObjectStorage {
  /**
   * Stores an object. Readers find the old content or the whole new one, never a part. A failure, also one of the given content, leaves the old content.
   * @returns the number of bytes
   */
  put(key: string, content: Buffer | string | AsyncIterable<Buffer>, options?: PutOptions): Promise<number>;
  /** Returns an object; null if there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** Returns the size of an object in bytes; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** Deletes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Deletes a folder with everything below, if it exists. */
  removeFolder(folder: string): Promise<void>;
  /**
   * Replaces a folder by these files. The last file appears last, so its presence shows that the folder is complete.
   * @param files content by path below the folder
   */
  replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void>;
  /** Moves a folder, which replaces the target. An interrupted move leaves the whole source folder. */
  moveFolder(from: string, to: string): Promise<void>;
  /** Returns what is directly in a folder, in no particular order. */
  list(folder: string): Promise<StorageEntry[]>;
  /** Yields the keys of all objects below a folder. */
  keysBelow(folder: string): AsyncGenerator<string>;
  /**
   * Hands over an object or a folder as a file or folder of this machine, which stays until the work ends. The work must not change it.
   * @throws Error if there is no such object or folder
   */
  withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Returns the storage of one folder, with keys relative to it. */
  below(folder: string): ObjectStorage;
}

/** The beginnings of all keys. In a data folder, files below other names belong to the process or are secrets. */
export const STORED_FOLDERS = ['bundles', 'remote-maps', 'remotes'] as const;

/** Returns the whole content of an object as text; null if there is none. */
export async function readText(storage: ObjectStorage, key: string): Promise<string | null> {
  const found = await storage.get(key);
  if (!found) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
