import type { Readable } from 'node:stream';
import JSZip from 'jszip';
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
 * Unpacks a release. It counts the unpacked sizes instead of trusting the zip.
 * @throws ApiError 422 (gate "archive") for an invalid zip, unsafe names, unused file types (above all HTML), and content beyond the limits
 */
export async function unpackRelease(zip: Buffer): Promise<ReleaseFiles> {
  let archive: JSZip;
  try {
    archive = await JSZip.loadAsync(zip, { createFolders: false });
  } catch {
    throw refused('The upload is not a readable zip.', 'Zip the content of dist, or let "npm run cam -- remotes publish" do it.');
  }
  const entries = Object.values(archive.files).filter((entry) => !entry.dir);
  if (entries.length === 0) throw refused('The zip is empty.', 'Build the remote first, then zip the content of dist.');
  if (entries.length > MOST_FILES) throw refused(`The zip holds more than ${MOST_FILES} files.`, 'Check what the build puts into dist.');
  const files = new Map<string, Buffer>();
  let room = UNPACKED_LIMIT;
  for (const entry of entries) {
    const name = entry.unsafeOriginalName ?? entry.name;
    if (!isSafePath(name)) {
      const shown = JSON.stringify(name.slice(0, 200));
      throw refused(
        `The file name ${shown} is not allowed.`,
        'Use relative paths with plain characters, and only file types that a console loads (no HTML).',
      );
    }
    const content = await readEntry(entry, room);
    room -= content.length;
    files.set(name, content);
  }
  return files;
}

export function isSafePath(path: string): boolean {
  return path.length <= 300 && ENDINGS.test(path) && path.split('/').every((segment) => SEGMENT.test(segment));
}

function readEntry(entry: JSZip.JSZipObject, room: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stream = entry.nodeStream() as Readable;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= room) return void chunks.push(chunk);
      stream.pause();
      stream.removeAllListeners('data');
      reject(refused(`The zip unpacks to more than ${UNPACKED_LIMIT / 1024 / 1024} MB.`, 'Check what the build puts into dist.'));
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => reject(refused(`The file "${entry.name}" in the zip is damaged.`, 'Zip dist again and publish again.')));
  });
}

function refused(problem: string, fix: string): ApiError {
  return unprocessable('RELEASE_REFUSED', `${problem} ${fix}`, { refusals: [{ gate: 'archive', problem, fix }] });
}
