import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '../../platform/http/errors';

/** Bundles that a tenant may store: one for each source, and the ones that they are about to replace. */
const FILES = 20_000;

/**
 * Returns a stream that ends an upload when the stored bundles of a tenant would exceed their quota, so that no user can fill the disk. Uploads at the
 * same time count when they are stored, so a few may exceed it together.
 * @param folder bundles of the tenant
 * @param replaced beginning of the names that the upload replaces, which do not count
 * @param quota bytes of all bundles together
 * @throws ApiError 422 UPLOAD_QUOTA if the tenant has too many files
 */
export async function quotaOf(folder: string, replaced: string, quota: number) {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(replaced));
  if (names.length >= FILES) throw unprocessable('UPLOAD_QUOTA', `Your tenant has ${FILES} bundles already. Remove sources that you no longer need.`);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const stored = sizes.reduce((sum, size) => sum + size, 0);
  return async function* refuseBeyondQuota(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = stored;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > quota) {
        const gigabytes = (quota / 1e9).toLocaleString('en');
        throw unprocessable(
          'UPLOAD_QUOTA',
          `The bundles of your tenant may have ${gigabytes} GB together. Remove sources that you no longer need, or ask your operator for more.`,
        );
      }
      yield chunk;
    }
  };
}
