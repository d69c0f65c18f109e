import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { CliFailure } from './failure';

/** A constant date, 2000-01-01 in the form of MS-DOS, so that equal files give equal zips. */
const DATE = (20 << 9) | (1 << 5) | 1;

/** The version of the format that a reader needs for deflated files, 2.0. */
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const [STORED, DEFLATED] = [0, 8];

/** Limits of the format without its 64-bit extension. */
const MOST_FILES = 0xffff - 1;
const MOST_BYTES = 0xffff_ffff - 1;

/** Files that are compressed already. */
const COMPRESSED = /\.(br|gz|zip)$/;

const toDeflated = promisify(deflateRaw);

interface Entry {
  name: Buffer;
  method: number;
  crc: number;
  size: number;
  content: Buffer;
}

/**
 * Returns a zip of the files below a folder, under their relative paths. Skips names that start with a dot.
 * @param added further files by path, which replace those of the folder
 */
export async function zipFolder(
  folder: string,
  added: Record<string, string> | Promise<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  // The caller hears of its failure below, unless an earlier one comes first.
  Promise.resolve(added).catch(() => undefined);
  const files = await filesBelow(folder);
  if (files.length === 0) throw new CliFailure(`${folder} contains no files.`);
  const read = files.sort().map(async (file) => entryOf(relative(folder, file).split(sep).join('/'), await readFile(file)));
  const [found, others] = await Promise.all([Promise.all(read), added]);
  const replaced = new Set(Object.keys(others));
  const further = await Promise.all(Object.entries(others).map(([path, text]) => entryOf(path, Buffer.from(text))));
  return zipOf([...found.filter(({ name }) => !replaced.has(name.toString())), ...further], folder);
}

async function entryOf(path: string, bytes: Buffer): Promise<Entry> {
  const common = { name: Buffer.from(path), crc: crc32(bytes), size: bytes.length };
  if (COMPRESSED.test(path)) return { ...common, method: STORED, content: bytes };
  return { ...common, method: DEFLATED, content: await toDeflated(bytes) };
}

function zipOf(entries: readonly Entry[], folder: string): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.concat([headerOf(0x04034b50, entry), entry.name, entry.content]);
    directory.push(Buffer.concat([directoryHeader(entry, offset), entry.name]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  if (entries.length > MOST_FILES || offset + size > MOST_BYTES)
    throw new CliFailure(`${folder} is too large for one zip: at most ${MOST_FILES} files and 4 GB.`);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

/** Returns the header before the content of a file. */
function headerOf(signature: number, { name, method, crc, size, content }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signature, 0);
  [VERSION, UTF8, method, 0, DATE].forEach((value, index) => header.writeUInt16LE(value, 4 + 2 * index));
  [crc, content.length, size].forEach((value, index) => header.writeUInt32LE(value, 14 + 4 * index));
  header.writeUInt16LE(name.length, 26);
  return header;
}

/** Returns the header of a file in the directory at the end, which repeats that before its content. */
function directoryHeader(entry: Entry, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  headerOf(0, entry).copy(header, 6, 4);
  header.writeUInt32LE(offset, 42);
  return header;
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      if (name.startsWith('.')) return [];
      const path = join(folder, name);
      const stats = await stat(path);
      if (stats.isDirectory()) return filesBelow(path);
      return stats.isFile() ? [path] : [];
    }),
  );
  return found.flat();
}
