import { stat } from 'node:fs/promises';
import { bundleFilesAt } from './bundles/bundle-files';
import type { BundleReader, ReadBundle } from '../graph';

/**
 * Reads a stored bundle, file by file.
 * @param fileName of the upload
 * @param progress receives the fraction that is read, 0 to 1
 */
export async function readBundle(
  path: string,
  fileName: string,
  reader: BundleReader,
  progress: (done: number) => Promise<void>,
): Promise<ReadBundle> {
  const { size } = await stat(path);
  let seen = 0;
  for await (const file of bundleFilesAt(path, fileName)) {
    reader.add(file);
    seen += file.content?.length ?? 0;
    // The unpacked size of a zip is unknown, so the fraction approaches 1 with each file.
    await progress(seen / (seen + size));
  }
  return reader.result();
}
