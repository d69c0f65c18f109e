import { unprocessable } from '../../platform/http/errors';
import type { ObjectStorage } from '../../platform/storage';

/** Bundles that a tenant may store: one for each source, and the ones that they are about to replace. */
const FILES = 20_000;

/**
 * Returns a stream that ends an upload when the stored bundles of a tenant would exceed their quota, so that no user can fill the disk. Uploads at the
 * same time count when they are stored, so a few may exceed it together.
 * @param storage bundles of the tenant
 * @param replaced beginning of the names that the upload replaces, which do not count
 * @param quota bytes of all bundles together
 * @throws ApiError 422 UPLOAD_QUOTA if the tenant has too many files
 */
export async function quotaOf(storage: ObjectStorage, replaced: string, quota: number) {
  const others = (await storage.list('')).filter(({ name }) => !name.startsWith(replaced));
  if (others.length >= FILES)
    throw unprocessable('UPLOAD_QUOTA', `Your tenant has ${FILES} bundles already. Remove sources that you no longer need.`);
  const stored = others.reduce((sum, { size }) => sum + size, 0);
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
