import { open, readdir, readFile, stat, type FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { LARGEST_BUNDLE, LARGEST_FILE, megabytes } from '@cam/contracts/server';
import { bytesOf, isZip, readZipEntry } from '../../platform/files/zip/read-zip';
import { BombWatch, readZipDirectory, ZipRefused, type Bytes, type ZipEntry } from '../../platform/files/zip/zip-directory';
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
/** Bytes that gzip unpacks at a time. */
const GZIP_CHUNK = 256 * 1024;

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
  else if (content.length > limits.largestFile) yield tooLarge(fileName, limits);
  else yield (await withoutGzip({ name: fileName, content, problem: null }, limits)).file;
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
    else yield (await withoutGzip({ name, content: await readFile(join(path, name)), problem: null }, limits)).file;
  }
}

async function* filesOfZip(bytes: Bytes, limits: BundleLimits): AsyncGenerator<BundleFile> {
  const watch = new BombWatch();
  let sum = 0;
  for (const entry of await openZip(bytes, limits)) {
    const { file, unpacked } = await withoutGzip(await unpack(bytes, entry, limits), limits, { watch, packed: entry.packed });
    sum += unpacked;
    if (sum > limits.largestBundle) throw refused(new ZipRefused('too-large'), limits);
    yield file;
  }
}

async function openZip(bytes: Bytes, limits: BundleLimits): Promise<ZipEntry[]> {
  const asWritten = await readZipDirectory(bytes, { entries: MOST_FILES, unpacked: limits.largestBundle }).catch((error: unknown) => {
    throw error instanceof ZipRefused ? refused(error, limits) : error;
  });
  const all = asWritten.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }));
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
    undeclared: ['BUNDLE_UNSAFE', `The file ${file} unpacks to more than the zip declares, which no program writes. ${again}`],
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
    if (error.problem === 'undeclared') throw refused(error, limits);
    return { name, content: null, problem: 'The file is damaged inside the zip and was skipped. Create the zip again.' };
  }
}

/**
 * Unpacks a file in gzip, up to the limit.
 * @param zip the zip that contains it, and its size there, which may be much smaller: gzip of equal bytes compresses again
 * @returns the file, and the bytes that were unpacked for it
 * @throws ApiError 422 if the file is an archive, also inside the gzip, or unpacks to so much that it can only be an attack
 */
async function withoutGzip(
  file: BundleFile,
  limits: BundleLimits,
  { watch, packed } = { watch: new BombWatch(), packed: file.content?.length ?? 0 },
): Promise<{ file: BundleFile; unpacked: number }> {
  const { name, content } = file;
  if (!content || !isGzip(content)) return { file: refuseArchive(file), unpacked: content?.length ?? 0 };
  const { unpacked, size, isDamaged } = await gunzipUpTo(limits.largestFile, content);
  if (watch.isBomb(packed, size)) throw refused(new ZipRefused('ratio', name), limits);
  if (unpacked === null) {
    const problem = 'The file is damaged or incomplete and was skipped. Copy it again.';
    return { file: isDamaged ? { name, content: null, problem } : tooLarge(name, limits), unpacked: size };
  }
  if (isGzip(unpacked)) throw nestedArchive(name);
  return { file: refuseArchive({ name, content: unpacked, problem: null }), unpacked: size };
}

/** Unpacks gzip, and counts the bytes also if it is damaged or goes beyond the limit. */
async function gunzipUpTo(limit: number, content: Buffer): Promise<{ unpacked: Buffer | null; size: number; isDamaged: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = createGunzip({ chunkSize: GZIP_CHUNK });
  stream.end(content);
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > limit) return { unpacked: null, size, isDamaged: false };
      chunks.push(chunk as Buffer);
    }
  } catch {
    return { unpacked: null, size, isDamaged: true };
  }
  return { unpacked: Buffer.concat(chunks), size, isDamaged: false };
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
