import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import JSZip from 'jszip';
import { LARGEST_BUNDLE, LARGEST_FILE, megabytes } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { BundleFile } from '../../graph';

export interface BundleLimits {
  /** Bytes of one file once it is unpacked. */
  largestFile: number;
  /** Bytes of all files. */
  largestBundle: number;
}

/**
 * What keeps a hostile or broken bundle from filling the memory: one file is unpacked at a time, and no further than this. While JSON is
 * read it takes about seven times its size, afterwards three; logs are added up as they are read.
 */
const LIMITS: BundleLimits = { largestFile: LARGEST_FILE, largestBundle: LARGEST_BUNDLE };
const MOST_FILES = 20_000;
const LONGEST_NAME = 200;

/**
 * Files of an uploaded bundle, one after another: of a zip those that are JSON by their name (or have no ending), else the one file
 * itself; those of gzip, as CloudTrail writes them, unpacked. A file that is too large or damaged comes with its problem. 422 where a zip cannot be opened or holds too much.
 */
export async function* bundleFiles(content: Buffer, fileName: string, limits: BundleLimits = LIMITS): AsyncGenerator<BundleFile> {
  if (!isZip(content)) {
    yield content.length > limits.largestFile ? tooLarge(fileName, limits) : await withoutGzip({ name: fileName, content, problem: null }, limits);
    return;
  }
  const entries = await openZip(content);
  let unpacked = 0;
  for (const entry of entries) {
    const file = await withoutGzip(await unpack(entry, limits), limits);
    unpacked += file.content?.length ?? 0;
    if (unpacked > limits.largestBundle) {
      throw unprocessable(
        'BUNDLE_TOO_LARGE',
        `A bundle has at most ${megabytes(limits.largestBundle)} MB once it is unpacked. Leave out what is not evaluated, or take fewer days of logs.`,
      );
    }
    yield file;
  }
}

/** The same of a bundle that lies at a path; a folder holds its files as they are. One file that is too large is not even read. */
export async function* bundleFilesAt(path: string, fileName: string, limits: BundleLimits = LIMITS): AsyncGenerator<BundleFile> {
  if ((await stat(path)).isDirectory()) return yield* filesOfFolder(path, limits);
  const handle = await open(path);
  const begin = Buffer.alloc(4);
  const { size } = await handle.stat();
  await handle.read(begin).finally(() => handle.close());
  if (size > limits.largestFile && !isZip(begin)) yield tooLarge(fileName, limits);
  else yield* bundleFiles(await readFile(path), fileName, limits);
}

async function* filesOfFolder(path: string, limits: BundleLimits): AsyncGenerator<BundleFile> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(path, join(entry.parentPath, entry.name)));
  for (const name of names.filter(isProviderFile).sort()) {
    const { size } = await stat(join(path, name));
    if (size > limits.largestFile) yield tooLarge(name, limits);
    else yield await withoutGzip({ name, content: await readFile(join(path, name)), problem: null }, limits);
  }
}

async function openZip(content: Buffer): Promise<JSZip.JSZipObject[]> {
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(content);
  } catch {
    throw unprocessable('BUNDLE_UNREADABLE', 'The zip file cannot be opened. It may be cut off: make it again.');
  }
  const entries = Object.values(zip.files).filter(({ dir, name }) => !dir && isProviderFile(name));
  if (entries.length === 0) {
    throw unprocessable('BUNDLE_EMPTY', "The zip file holds no JSON files. Put the files that the provider's command line printed into it.");
  }
  if (entries.length > MOST_FILES) {
    throw unprocessable('BUNDLE_TOO_LARGE', `A bundle has at most ${MOST_FILES} files; this one has ${entries.length}.`);
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Files that operating systems put beside (`__MACOSX/`, `.DS_Store`) and texts of people stay out. */
function isProviderFile(name: string): boolean {
  const base = name.split('/').at(-1) ?? '';
  return !name.startsWith('__MACOSX/') && !base.startsWith('.') && (/\.json(?:\.gz)?$/i.test(base) || !base.includes('.'));
}

/** Stops as soon as there is more than the limit, whatever size the archive announced. */
function unpack(entry: JSZip.JSZipObject, limits: BundleLimits): Promise<BundleFile> {
  const name = printable(entry.name);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream = entry.nodeStream('nodebuffer') as NodeJS.ReadableStream & { destroy(): void };
    const stop = (file: BundleFile): void => {
      stream.removeAllListeners('data');
      stream.on('error', () => undefined);
      stream.pause();
      resolve(file);
    };
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.largestFile) stop(tooLarge(name, limits));
      else chunks.push(chunk);
    });
    stream.on('error', () => stop({ name, content: null, problem: 'The file is damaged inside the zip and was left out. Make the zip again.' }));
    stream.on('end', () => resolve({ name, content: Buffer.concat(chunks), problem: null }));
  });
}

/** Unpacks a file that is compressed by itself, no further than the limit. */
async function withoutGzip(file: BundleFile, limits: BundleLimits): Promise<BundleFile> {
  const { name, content } = file;
  if (!content || content[0] !== 0x1f || content[1] !== 0x8b) return file;
  try {
    return { name, content: await promisify(gunzip)(content, { maxOutputLength: limits.largestFile }), problem: null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(name, limits);
    return { name, content: null, problem: 'The file is damaged or cut off and was left out. Copy it again.' };
  }
}

function tooLarge(name: string, { largestFile }: BundleLimits): BundleFile {
  return {
    name,
    content: null,
    problem: `The file is larger than ${megabytes(largestFile)} MB and was left out. Export it in pages, each as a file of its own.`,
  };
}

/** Names come from the archive: without control characters, and short enough for a table. */
function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, '?').slice(-LONGEST_NAME);
}

function isZip(content: Buffer): boolean {
  return content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])) || content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
}
