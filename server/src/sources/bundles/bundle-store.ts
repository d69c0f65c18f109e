import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { uploadSizeError } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { ObjectStorage } from '../../platform/storage';
import { quotaOf } from './upload-quota';

/** The bundles of all tenants in the storage, each an object (an upload) or a folder (a pull), named `<source uid>.<unique>.<original name>`. */
export class BundleStore {
  readonly #storage: ObjectStorage;

  /**
   * @param storage of all data
   * @param uploadQuota bytes that the bundles of a tenant may have together
   */
  constructor(
    storage: ObjectStorage,
    private readonly uploadQuota: number,
  ) {
    this.#storage = storage.below('bundles');
  }

  /** Returns the storage of a tenant's bundles. */
  of(tenantId: string): ObjectStorage {
    return this.#storage.below(folderOf(tenantId));
  }

  /**
   * Writes an upload under a unique name. A failed upload leaves no file.
   * @param fileName the name that the user's file had; undefined if unknown
   * @returns the name of the bundle
   * @throws ApiError 422 BUNDLE_TOO_LARGE, BUNDLE_EMPTY or UPLOAD_QUOTA
   */
  async store(tenantId: string, sourceUid: string, content: Readable, fileName: string | undefined): Promise<string> {
    const bundle = `${sourceUid}.${randomUUID()}.${(fileName ?? 'bundle').replace(/[^a-zA-Z0-9._-]/g, '_').slice(-80)}`;
    const storage = this.of(tenantId);
    const withinQuota = await quotaOf(storage, `${sourceUid}.`, this.uploadQuota);
    await storage.put(bundle, refuseEmpty(withinQuota(refuseTooLarge(content))));
    return bundle;
  }

  /** Deletes a bundle, if it exists. */
  async remove(tenantId: string, bundle: string): Promise<void> {
    const storage = this.of(tenantId);
    await storage.remove(bundle);
    await storage.removeFolder(bundle);
  }

  /** Deletes all bundles of a source. */
  async removeAllOf(tenantId: string, sourceUid: string): Promise<void> {
    const bundles = await this.of(tenantId).list('');
    for (const { name } of bundles.filter((one) => one.name.startsWith(`${sourceUid}.`))) await this.remove(tenantId, name);
  }
}

/** Returns the original name of an upload: the name of the bundle without its unique prefix. */
export function uploadName(bundle: string): string {
  return bundle.split('.').slice(2).join('.');
}

/** Ends an upload at the size limit. Throws 422 BUNDLE_TOO_LARGE. */
async function* refuseTooLarge(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  let isPacked: boolean | null = null;
  for await (const chunk of source) {
    // The signatures of zip and gzip.
    isPacked ??= ['PK', '\x1f\x8b'].includes(chunk.toString('latin1', 0, 2));
    bytes += chunk.length;
    const error = uploadSizeError(bytes, isPacked);
    if (error) throw unprocessable('BUNDLE_TOO_LARGE', error);
    yield chunk;
  }
}

async function* refuseEmpty(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const chunk of source) {
    isEmpty &&= chunk.length === 0;
    yield chunk;
  }
  if (isEmpty) throw unprocessable('BUNDLE_EMPTY', 'The upload is empty. Send a zip file or a JSON file.');
}

/** Escapes a tenant id for use as a folder name, because an outside identity platform can use any characters. */
function folderOf(tenantId: string): string {
  return tenantId.replace(/[^a-zA-Z0-9_-]/g, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}
