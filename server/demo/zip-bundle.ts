import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import type { DemoBundle } from './files';

/** A bundle as it is sent to an import: one zip of its files, compressed where it has a way to go. */
export async function zipBundle(bundle: DemoBundle, { compress }: { compress: boolean }): Promise<Buffer> {
  const zip = new JSZip();
  // The same bundle gives the same zip.
  const date = new Date(bundle.takenAt);
  for (const { path, parts } of bundle.files()) {
    const text = [...parts].join('');
    zip.file(path, path.endsWith('.gz') ? gzipSync(text) : text, { date, createFolders: false });
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: compress ? 'DEFLATE' : 'STORE' });
}
