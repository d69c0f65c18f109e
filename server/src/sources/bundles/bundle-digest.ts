import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Returns the SHA-256 of a bundle in hexadecimal digits. The digest of a folder is that of a list as `sha256sum` prints it: a line for each file with its
 * digest, two spaces and its name, sorted by name.
 * @param path of an upload or a folder
 */
export async function bundleDigest(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return fileDigest(path);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = files.map((file) => ({ file, name: relative(path, file).split(sep).join('/') })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = createHash('sha256');
  for (const { file, name } of named) list.update(`${await fileDigest(file)}  ${name}\n`);
  return list.digest('hex');
}

async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
