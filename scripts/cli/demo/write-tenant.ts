import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DemoBundle, DemoFile } from '../../../server/demo/files';
import { BUNDLES_FILE, type BundleEntry, type BundlesFile } from './bundles-file';

/** Characters per write. */
const CHUNK = 64 * 1024;

/**
 * Writes bundles to `<day>/<bundle>/...` below a folder, with a list of all of them. One file is open at a time, and none is completely in
 * memory.
 */
export async function writeTenant(folder: string, bundles: Iterable<DemoBundle>, written: (bundle: DemoBundle) => void): Promise<BundlesFile> {
  const entries: BundleEntry[] = [];
  for (const bundle of bundles) {
    const path = join(bundle.day, bundle.folder);
    for (const file of bundle.files()) await writeDemoFile(join(folder, path), file);
    entries.push({
      path: path.replaceAll('\\', '/'),
      cloud: bundle.cloudType,
      account: bundle.accountId,
      name: bundle.name,
      taken_at: bundle.takenAt,
    });
    written(bundle);
  }
  const index = { bundles: entries };
  await writeFile(join(folder, BUNDLES_FILE), `${JSON.stringify(index, null, 2)}\n`);
  return index;
}

async function writeDemoFile(folder: string, { path, parts }: DemoFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  const source = Readable.from(chunks(parts));
  if (path.endsWith('.gz')) await pipeline(source, createGzip(), createWriteStream(target));
  else await pipeline(source, createWriteStream(target));
}

function* chunks(parts: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
