import JSZip from 'jszip';
import { unprocessable } from '../../http/errors';

/** One file of a bundle, as text. */
export interface BundleFile {
  name: string;
  text: string;
}

/** Limits that keep a hostile or broken archive from filling the memory. */
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024 * 1024;

/** Files of an uploaded bundle: a zip, or one JSON file. 422 where it is neither. */
export async function openBundle(content: Buffer, fileName: string): Promise<BundleFile[]> {
  if (!isZip(content)) return [{ name: fileName, text: content.toString('utf8') }];
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(content);
  } catch {
    throw unprocessable('BUNDLE_UNREADABLE', 'The zip file cannot be opened. It may be cut off: make it again.');
  }
  const entries = Object.values(zip.files).filter(({ dir, name }) => !dir && /\.json$/i.test(name) && !name.startsWith('__MACOSX/'));
  if (entries.length === 0)
    throw unprocessable('BUNDLE_EMPTY', 'The zip file holds no JSON files. Put the files that the provider’s command line printed into it.');
  if (entries.length > MOST_FILES)
    throw unprocessable('BUNDLE_TOO_LARGE', `A bundle has at most ${MOST_FILES} files; this one has ${entries.length}.`);
  const files: BundleFile[] = [];
  let bytes = 0;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = await entry.async('string');
    bytes += text.length;
    if (bytes > MOST_BYTES) throw unprocessable('BUNDLE_TOO_LARGE', `A bundle has at most ${MOST_BYTES / 1024 ** 3} GB once it is unpacked.`);
    files.push({ name: entry.name, text });
  }
  return files;
}

function isZip(content: Buffer): boolean {
  return content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}
