import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import JSZip from 'jszip';
import { CliFailure } from './failure';

/** Dates do not matter inside: the same files give the same zip. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** Zips the files below a folder, by their paths in it. Names that start with a dot stay out. */
export async function zipFolder(folder: string): Promise<Uint8Array> {
  const zip = new JSZip();
  const paths = (await filesBelow(folder)).sort();
  if (paths.length === 0) throw new CliFailure(`There is no file in ${folder}.`);
  for (const path of paths) {
    zip.file(relative(folder, path).split(sep).join('/'), await readFile(path), { date: DATE, createFolders: false });
  }
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
