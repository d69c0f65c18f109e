/** `installation`: the demo tenant's users and nothing else; `demo`: the whole demo company, pulled and counted. */
export type PreparedKind = 'installation' | 'demo';

/**
 * Makes a folder of the cache unless it is there, and returns where it lies.
 * @param name the kind of folder: a few of each kind are kept
 * @param key identifies the content: another key makes another folder
 * @param make fills the new folder that it is given
 */
export function prepareFolder(name: string, key: string, make: (folder: string) => Promise<void>): Promise<string>;

/** Makes the data folder of a kind unless the cache has it, and returns where it lies. */
export function prepareData(kind: PreparedKind): Promise<string>;

/** Copies a prepared data folder for one server. The caller removes the copy. */
export function copyPreparedData(kind: PreparedKind): Promise<string>;

/** Returns what the server logged that made a prepared data folder. */
export function firstLogOf(kind: PreparedKind): Promise<string>;
