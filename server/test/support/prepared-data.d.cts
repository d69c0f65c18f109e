/**
 * `installation`: the demo tenant's users and nothing else; `console`: the same on PostgreSQL where this machine has it; `demo`: the whole demo company, pulled
 * and counted.
 */
export type PreparedKind = 'installation' | 'console' | 'demo';

/**
 * Makes a folder of the cache unless it is there, and returns where it lies.
 * @param name the kind of folder: a few of each kind are kept
 * @param key identifies the content: another key makes another folder
 * @param make fills the new folder that it is given
 */
export function prepareFolder(name: string, key: string, make: (folder: string) => Promise<void>): Promise<string>;

/** Makes the data folder of a kind unless the cache has it, and returns where it lies. */
export function prepareData(kind: PreparedKind): Promise<string>;

/** A copy of a prepared data folder. */
export interface PreparedCopy {
  dataDir: string;
  /** The variables of a server on the copy: the database, where that is not in the folder. */
  env: Record<string, string>;
  /** Copies the folder of a stopped server, and its database, into a folder of the cache. */
  keepIn: (folder: string) => void;
  /** Removes the folder and ends its database. */
  remove: () => void;
}

/**
 * Copies a prepared data folder for one server, and starts its database where that is not in the folder.
 * @param folder another folder of the cache that holds the same
 */
export function copyPreparedData(kind: PreparedKind, folder?: string): Promise<PreparedCopy>;

/** Returns what the server logged that made a prepared data folder. */
export function firstLogOf(kind: PreparedKind): Promise<string>;
