import { open, readdir, readFile, stat, type FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LARGEST_BUNDLE, LARGEST_FILE, megabytes } from '@cam/contracts/server';
import { bytesOf, isZip, readZipEntry } from '../../platform/files/zip/read-zip';
import { isBomb, readZipDirectory, ZipRefused, type Bytes, type ZipEntry } from '../../platform/files/zip/zip-directory';
import { unprocessable, type ApiError } from '../../platform/http/errors';
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

/** Archives of other formats, which are not unpacked. */
const ARCHIVE = /\.(?:zip|tar|tgz|7z|rar|bz2|xz|zst)(?:\.gz)?$/i;

/**
 * Yields the files of an uploaded bundle, one by one. From a zip, it takes the JSON files and the files without extension. Any other upload is
 * one file. Files in gzip, such as those of CloudTrail, are unpacked. A file that is too large or damaged carries its problem.
 * @throws ApiError 422 if a zip cannot be opened, exceeds a limit, or contains what no export of a provider does: links, names that lead outside, other
 * archives, encrypted files
 */
export async function* bundleFiles(content: Buffer, fileName: string, limits: BundleLimits = LIMITS): AsyncGenerator<BundleFile> {
  if (isZip(content)) yield* filesOfZip(bytesOf(content), limits);
  else yield content.length > limits.largestFile ? tooLarge(fileName, limits) : await withoutGzip({ name: fileName, content, problem: null }, limits);
}

/** Yields the files of a bundle at a path, which is an upload or a folder. Does not read a file above the size limit. */
export async function* bundleFilesAt(path: string, fileName: string, limits: BundleLimits = LIMITS): AsyncGenerator<BundleFile> {
  if ((await stat(path)).isDirectory()) return yield* filesOfFolder(path, limits);
  const handle = await open(path);
  try {
    const bytes = { size: (await handle.stat()).size, read: (offset: number, length: number) => readAt(handle, offset, length) };
    if (isZip(await bytes.read(0, 4))) yield* filesOfZip(bytes, limits);
    else if (bytes.size > limits.largestFile) yield tooLarge(fileName, limits);
    else yield* bundleFiles(await bytes.read(0, bytes.size), fileName, limits);
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
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

async function* filesOfZip(bytes: Bytes, limits: BundleLimits): AsyncGenerator<BundleFile> {
  let unpacked = 0;
  for (const entry of await openZip(bytes, limits)) {
    const file = await withoutGzip(await unpack(bytes, entry, limits), limits);
    unpacked += file.content?.length ?? 0;
    if (unpacked > limits.largestBundle) throw refused(new ZipRefused('too-large'), limits);
    yield file;
  }
}

async function openZip(bytes: Bytes, limits: BundleLimits): Promise<ZipEntry[]> {
  const all = await readZipDirectory(bytes, { entries: MOST_FILES, unpacked: limits.largestBundle }).catch((error: unknown) => {
    throw error instanceof ZipRefused ? refused(error, limits) : error;
  });
  const nested = all.find(({ name }) => ARCHIVE.test(name) && !name.startsWith('__MACOSX/'));
  if (nested) throw nestedArchive(nested.name);
  const entries = all.filter(({ name }) => isProviderFile(name));
  if (entries.length === 0) {
    throw unprocessable('BUNDLE_EMPTY', "The zip file contains no JSON files. Add the output of the provider's command line.");
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the refusal of a whole zip, with the file that shows why. */
function refused({ problem, entry }: ZipRefused, { largestBundle }: BundleLimits): ApiError {
  const file = entry === null ? '' : `"${printable(entry)}"`;
  const again = 'Create the zip again from the output of the command line.';
  const tooLargeBundle = `The bundle is larger than ${megabytes(largestBundle)} MB when unpacked. Remove files that CAM does not read, or export fewer days of logs.`;
  const messages: Record<ZipRefused['problem'], [string, string]> = {
    damaged: ['BUNDLE_UNREADABLE', 'The zip file cannot be opened. It may be incomplete. Create it again.'],
    'too-many': ['BUNDLE_TOO_LARGE', `The bundle has more than ${MOST_FILES} files. Export fewer days of logs, or combine files.`],
    'too-large': ['BUNDLE_TOO_LARGE', tooLargeBundle],
    ratio: ['BUNDLE_UNSAFE', `The file ${file} unpacks to more than 250 times its size, which no export does. ${again}`],
    encrypted: ['BUNDLE_ENCRYPTED', `The file ${file} is encrypted. Create the zip again without a password.`],
    link: ['BUNDLE_UNSAFE', `${file} is a symbolic link. Replace it with the file that it points to, and create the zip again.`],
    path: ['BUNDLE_UNSAFE', `The name ${file} leads outside the zip. ${again}`],
    method: ['BUNDLE_UNREADABLE', `The file ${file} is compressed in a way that CAM does not read. Create the zip with the usual method (deflate).`],
  };
  return unprocessable(...messages[problem]);
}

function nestedArchive(name: string): ApiError {
  return unprocessable('BUNDLE_NESTED', `"${printable(name)}" is an archive inside the archive. Unpack it, and add its files to the zip.`);
}

/** Excludes files that operating systems add (`__MACOSX/`, `.DS_Store`) and other documents. */
function isProviderFile(name: string): boolean {
  const base = name.split('/').at(-1) ?? '';
  return !name.startsWith('__MACOSX/') && !base.startsWith('.') && (/\.json(?:\.gz)?$/i.test(base) || !base.includes('.'));
}

/** Unpacks one entry. Its declared size is the most that it unpacks to. */
async function unpack(bytes: Bytes, entry: ZipEntry, limits: BundleLimits): Promise<BundleFile> {
  const name = printable(entry.name);
  if (entry.unpacked > limits.largestFile) return tooLarge(name, limits);
  try {
    return { name, content: await readZipEntry(bytes, entry), problem: null };
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    return { name, content: null, problem: 'The file is damaged inside the zip and was skipped. Create the zip again.' };
  }
}

/**
 * Unpacks a file in gzip, up to the limit.
 * @throws ApiError 422 if the file is an archive, also inside the gzip, or unpacks to so much that it can only be an attack
 */
async function withoutGzip(file: BundleFile, limits: BundleLimits): Promise<BundleFile> {
  const { name, content } = file;
  if (!content || !isGzip(content)) return refuseArchive(file);
  try {
    const unpacked = await promisify(gunzip)(content, { maxOutputLength: limits.largestFile });
    if (isBomb(content.length, unpacked.length)) throw refused(new ZipRefused('ratio', name), limits);
    if (isGzip(unpacked)) throw nestedArchive(name);
    return refuseArchive({ name, content: unpacked, problem: null });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE' && isBomb(content.length, limits.largestFile)) throw refused(new ZipRefused('ratio', name), limits);
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(name, limits);
    if (code?.startsWith('Z_')) return { name, content: null, problem: 'The file is damaged or incomplete and was skipped. Copy it again.' };
    throw error;
  }
}

function refuseArchive(file: BundleFile): BundleFile {
  if (file.content && isZip(file.content)) throw nestedArchive(file.name);
  return file;
}

function isGzip(content: Buffer): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
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
