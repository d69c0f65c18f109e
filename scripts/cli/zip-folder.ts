import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import JSZip from 'jszip';
import { CliFailure } from './failure';

/** A constant date, so that equal files give equal zips. */
const DATE = new Date('2000-01-01T00:00:00Z');

/**
 * Returns a zip of the files below a folder, under their relative paths. Skips names that start with a dot.
 * @param added further files by path, which replace those of the folder
 */
export async function zipFolder(folder: string, added: Record<string, string> = {}): Promise<Uint8Array> {
  const zip = new JSZip();
  const paths = (await filesBelow(folder)).sort();
  if (paths.length === 0) throw new CliFailure(`${folder} contains no files.`);
  for (const path of paths) {
    zip.file(relative(folder, path).split(sep).join('/'), await readFile(path), { date: DATE, createFolders: false });
  }
  for (const [path, text] of Object.entries(added)) zip.file(path, text, { date: DATE, createFolders: false });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 6 } });
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
