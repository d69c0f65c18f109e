import { bytesOf, readZipEntry } from '../../platform/files/zip/read-zip';
import { readZipDirectory, ZipRefused } from '../../platform/files/zip/zip-directory';
import { unprocessable, type ApiError } from '../../platform/http/errors';

/** Files of a release by path. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>;

/** Limits of a release, bytes: it contains the code of one area, so a larger upload is a mistake or an attack. */
export const ZIP_LIMIT = 32 * 1024 * 1024;
const UNPACKED_LIMIT = 96 * 1024 * 1024;
const MOST_FILES = 2000;

const SEGMENT = /^(?!\.)[A-Za-z0-9_@.~-]{1,120}$/;
const ENDINGS = /\.(js|css|json|map|svg|png|ico|woff2|txt)(\.br|\.gz)?$/;

/**
 * Unpacks a release.
 * @throws ApiError 422 (gate "archive") for an invalid zip, unsafe names, unused file types (above all HTML), and content beyond the limits
 */
export async function unpackRelease(zip: Buffer): Promise<ReleaseFiles> {
  const bytes = bytesOf(zip);
  try {
    const entries = await readZipDirectory(bytes, { entries: MOST_FILES, unpacked: UNPACKED_LIMIT });
    if (entries.length === 0) throw refused('The zip is empty.', 'Build the remote first, then zip the content of dist.');
    const unsafe = entries.find(({ name }) => !isSafePath(name));
    if (unsafe) throw unsafePath(unsafe.name);
    const files = new Map<string, Buffer>();
    for (const entry of entries) files.set(entry.name, await readZipEntry(bytes, entry));
    return files;
  } catch (error) {
    throw error instanceof ZipRefused ? refusalOf(error) : error;
  }
}

export function isSafePath(path: string): boolean {
  return path.length <= 300 && ENDINGS.test(path) && path.split('/').every((segment) => SEGMENT.test(segment));
}

function refusalOf({ problem, entry }: ZipRefused): ApiError {
  const file = `The file ${JSON.stringify((entry ?? '').slice(0, 200))}`;
  const dist = 'Check what the build puts into dist.';
  const again = 'Zip dist again and publish again.';
  const unreadable = refused('The upload is not a readable zip.', 'Zip the content of dist, or let "npm run cam -- remotes publish" do it.');
  const refusals: Record<ZipRefused['problem'], () => ApiError> = {
    damaged: () => (entry === null ? unreadable : refused(`${file} in the zip is damaged.`, again)),
    'too-many': () => refused(`The zip holds more than ${MOST_FILES} files.`, dist),
    'too-large': () => refused(`The zip unpacks to more than ${UNPACKED_LIMIT / 1024 / 1024} MB.`, dist),
    ratio: () => refused(`${file} unpacks to more than 250 times its size.`, dist),
    undeclared: () => refused(`${file} unpacks to more than the zip declares.`, again),
    encrypted: () => refused(`${file} is encrypted.`, 'Zip dist without a password.'),
    link: () => refused(`${file} is a symbolic link.`, 'Replace it with the file that it points to.'),
    path: () => unsafePath(entry ?? ''),
    method: () => refused(`${file} is compressed in a way that CAM does not read.`, again),
  };
  return refusals[problem]();
}

function unsafePath(name: string): ApiError {
  return refused(
    `The file name ${JSON.stringify(name.slice(0, 200))} is not allowed.`,
    'Use relative paths with plain characters, and only file types that a console loads (no HTML).',
  );
}

function refused(problem: string, fix: string): ApiError {
  return unprocessable('RELEASE_REFUSED', `${problem} ${fix}`, { refusals: [{ gate: 'archive', problem, fix }] });
}
