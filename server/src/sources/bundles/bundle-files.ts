import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import JSZip from 'jszip';
import { LARGEST_BUNDLE, LARGEST_FILE, megabytes } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { BundleFile } from '../../graph';

export interface BundleLimits {
  /** Unpacked bytes of one file. */
  largestFile: number;
  /** Unpacked bytes of all files. */
  largestBundle: number;
}

/**
 * Memory limits against hostile or broken bundles. Only one file is unpacked at a time. JSON takes about seven times its size while it is read,
 * and three times afterwards. Logs are aggregated as they are read.
 */
const LIMITS: BundleLimits = { largestFile: LARGEST_FILE, largestBundle: LARGEST_BUNDLE };
const MOST_FILES = 20_000;
const LONGEST_NAME = 200;

/**
 * Yields the files of an uploaded bundle, one by one. From a zip, it takes the JSON files and the files without extension. Any other upload is
 * one file. Files in gzip, such as those of CloudTrail, are unpacked. A file that is too large or damaged carries its problem.
 * @throws ApiError 422 if a zip cannot be opened or exceeds a limit
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
        `The bundle is larger than ${megabytes(limits.largestBundle)} MB when unpacked. Remove files that CAM does not read, or export fewer days of logs.`,
      );
    }
    yield file;
  }
}

/** Yields the files of a bundle at a path, which is an upload or a folder. Does not read a file above the size limit. */
export async function* bundleFilesAt(path: string, fileName: string, limits: BundleLimits = LIMITS): AsyncGenerator<BundleFile> {
  if ((await stat(path)).isDirectory()) return yield* filesOfFolder(path, limits);
  const handle = await open(path);
  const begin = Buffer.alloc(4);
  const { size } = await handle.stat();
  try {
    await handle.read(begin);
  } finally {
    await handle.close();
  }
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
    throw unprocessable('BUNDLE_UNREADABLE', 'The zip file cannot be opened. It may be incomplete. Create it again.');
  }
  const entries = Object.values(zip.files).filter(({ dir, name }) => !dir && isProviderFile(name));
  if (entries.length === 0) {
    throw unprocessable('BUNDLE_EMPTY', "The zip file contains no JSON files. Add the output of the provider's command line.");
  }
  if (entries.length > MOST_FILES) {
    throw unprocessable(
      'BUNDLE_TOO_LARGE',
      `The bundle has ${entries.length} files, and at most ${MOST_FILES} are allowed. Export fewer days of logs, or combine files.`,
    );
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Excludes files that operating systems add (`__MACOSX/`, `.DS_Store`) and other documents. */
function isProviderFile(name: string): boolean {
  const base = name.split('/').at(-1) ?? '';
  return !name.startsWith('__MACOSX/') && !base.startsWith('.') && (/\.json(?:\.gz)?$/i.test(base) || !base.includes('.'));
}

/** Unpacks one entry and stops at the limit, whatever size the archive declares. */
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
    stream.on('error', () => stop({ name, content: null, problem: 'The file is damaged inside the zip and was skipped. Create the zip again.' }));
    stream.on('end', () => resolve({ name, content: Buffer.concat(chunks), problem: null }));
  });
}

/** Unpacks a file in gzip, up to the limit. */
async function withoutGzip(file: BundleFile, limits: BundleLimits): Promise<BundleFile> {
  const { name, content } = file;
  if (!content || content[0] !== 0x1f || content[1] !== 0x8b) return file;
  try {
    return { name, content: await promisify(gunzip)(content, { maxOutputLength: limits.largestFile }), problem: null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(name, limits);
    return { name, content: null, problem: 'The file is damaged or incomplete and was skipped. Copy it again.' };
  }
}

function tooLarge(name: string, { largestFile }: BundleLimits): BundleFile {
  return {
    name,
    content: null,
    problem: `The file is larger than ${megabytes(largestFile)} MB and was skipped. Export it in pages, one file per page.`,
  };
}

/** Makes a name from an archive printable: removes control characters and shortens it for a table. */
function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, '?').slice(-LONGEST_NAME);
}

function isZip(content: Buffer): boolean {
  return content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])) || content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
}
