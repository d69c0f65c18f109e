import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config-error';

/** A file of the data folder that only its owner may read: a key, passwords or the state of the server. */
export interface PrivateFile {
  path: string;
  /** Reports whether the content has the expected form. An empty file never has it. */
  isValid: (content: string) => boolean;
  /** The sentence that tells the operator what to do about damaged content. */
  remedy: string;
}

/**
 * Returns the content of a private file, without surrounding white space; null if there is no such file. Takes read access away from other users.
 * @throws ConfigError if the content is damaged; its second line says what to do
 */
export async function readPrivateFile({ path, isValid, remedy }: PrivateFile): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const content = text.trim();
  if (content === '' || !isValid(content)) throw new ConfigError(`${path} is ${content === '' ? 'empty' : 'damaged'}.\n${remedy}`);
  const isOpen = process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0;
  // Some mounted file systems have no modes of their own: there, the mount decides who reads the file.
  if (isOpen) await chmod(path, 0o600).catch(() => undefined);
  return content;
}

/**
 * Returns the content of a private file, and creates the file if there is none. Processes that create it at the same time get the same content.
 * @throws ConfigError if the content is damaged
 */
export async function ensurePrivateFile(file: PrivateFile, make: () => string): Promise<string> {
  const known = await readPrivateFile(file);
  if (known !== null) return known;
  const { path } = file;
  await mkdir(dirname(path), { recursive: true });
  const complete = await writeBeside(path, make());
  try {
    await link(complete, path);
    await syncFolder(path);
  } catch (error) {
    // Another process was faster, or the file system has no links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(complete, path);
  } finally {
    await rm(complete, { force: true });
  }
  return (await readPrivateFile(file)) ?? '';
}

/** Replaces a private file: after a crash or on a full disk it has the old content or the new one, never a part. */
export async function replacePrivateFile(path: string, content: string): Promise<void> {
  const complete = await writeBeside(path, content);
  try {
    await rename(complete, path);
  } catch (error) {
    await rm(complete, { force: true });
    throw error;
  }
  await syncFolder(path);
}

/** Writes a complete file with another name in the same folder, and returns its path. */
async function writeBeside(path: string, content: string): Promise<string> {
  const beside = `${path}.${randomUUID()}`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(beside, { force: true });
    // The error of a full disk names no file by itself.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
  await file.close();
  return beside;
}

/** Makes the new name of a file survive a power cut. Not every system can sync a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Reports whether a text is a JSON object with these fields. */
export function isJsonWith(text: string, ...fields: readonly string[]): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && fields.every((field) => field in value);
  } catch {
    return false;
  }
}
