import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import type { DemoBundle } from './files';

/** Returns the zip of a bundle for an import. @param compress whether to compress it, for a transfer */
export async function zipBundle(bundle: DemoBundle, { compress }: { compress: boolean }): Promise<Buffer> {
  const zip = new JSZip();
  // Equal bundles give equal zips.
  const date = new Date(bundle.takenAt);
  for (const { path, parts } of bundle.files()) {
    const text = [...parts].join('');
    zip.file(path, path.endsWith('.gz') ? gzipSync(text) : text, { date, createFolders: false });
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: compress ? 'DEFLATE' : 'STORE' });
}
