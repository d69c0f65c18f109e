import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { CliFailure } from './failure';

/** A constant date, so that equal files give equal zips. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** Files that are compressed already. */
const COMPRESSED = /\.(br|gz|zip)$/;

/**
 * Returns a zip of the files below a folder, under their relative paths. Skips names that start with a dot.
 * @param added further files by path, which replace those of the folder
 */
export async function zipFolder(folder: string, added: Record<string, string> | Promise<Record<string, string>> = {}): Promise<Uint8Array> {
  // The caller hears of its failure below, unless an earlier one comes first.
  Promise.resolve(added).catch(() => undefined);
  const paths = (await filesBelow(folder)).sort();
  if (paths.length === 0) throw new CliFailure(`${folder} contains no files.`);
  const read = await Promise.all(paths.map(async (path) => [relative(folder, path).split(sep).join('/'), await readFile(path)] as const));
  const files = new Map<string, Buffer>(read);
  for (const [path, content] of Object.entries(await added)) files.set(path, Buffer.from(content));
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(content, path, { mtime: DATE, mode: 0o100644, compress: !COMPRESSED.test(path) });
  zip.end();
  return buffer(zip.outputStream);
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    const stats = await stat(path);
    if (stats.isDirectory()) found.push(...(await filesBelow(path)));
    else if (stats.isFile()) found.push(path);
  }
  return found;
}
