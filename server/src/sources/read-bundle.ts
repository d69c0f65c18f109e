import { stat } from 'node:fs/promises';
import { bundleFilesAt } from './bundles/bundle-files';
import type { BundleReader, ReadBundle } from '../graph';

/**
 * Reads a kept bundle, file by file.
 * @param fileName as whoever sent it called it
 * @param progress how much of it is read, 0 to 1
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
    // What a zip unpacks to is not known before: each file moves it towards the end.
    await progress(seen / (seen + size));
  }
  return reader.result();
}
