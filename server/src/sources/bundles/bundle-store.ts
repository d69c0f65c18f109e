import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uploadSizeError } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import { quotaOf } from './upload-quota';

/** The bundles of all tenants in the data folder, each a file (an upload) or a folder (a pull), named `<source uid>.<unique>.<original name>`. */
export class BundleStore {
  /**
   * @param dataDir folder of all data
   * @param uploadQuota bytes that the bundles of a tenant may have together
   */
  constructor(
    private readonly dataDir: string,
    private readonly uploadQuota: number,
  ) {}

  /** Returns the folder of a tenant's bundles, which may not exist yet. */
  folder(tenantId: string): string {
    return join(this.dataDir, 'bundles', folderOf(tenantId));
  }

  /** Returns the path of a bundle. */
  path(tenantId: string, bundle: string): string {
    return join(this.folder(tenantId), bundle);
  }

  /**
   * Writes an upload under a unique name. A failed upload leaves no file.
   * @param fileName the name that the user's file had; undefined if unknown
   * @returns the name of the bundle
   * @throws ApiError 422 BUNDLE_TOO_LARGE, BUNDLE_EMPTY or UPLOAD_QUOTA
   */
  async store(tenantId: string, sourceUid: string, content: Readable, fileName: string | undefined): Promise<string> {
    const bundle = `${sourceUid}.${randomUUID()}.${(fileName ?? 'bundle').replace(/[^a-zA-Z0-9._-]/g, '_').slice(-80)}`;
    const path = this.path(tenantId, bundle);
    await mkdir(this.folder(tenantId), { recursive: true });
    const quota = await quotaOf(this.folder(tenantId), `${sourceUid}.`, this.uploadQuota);
    try {
      await pipeline(content, refuseTooLarge, quota, createWriteStream(path, { mode: 0o600 }));
      if ((await stat(path)).size === 0) throw unprocessable('BUNDLE_EMPTY', 'The upload is empty. Send a zip file or a JSON file.');
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return bundle;
  }

  /** Deletes a bundle, if it exists. */
  async remove(tenantId: string, bundle: string): Promise<void> {
    await rm(this.path(tenantId, bundle), { recursive: true, force: true });
  }

  /** Deletes all bundles of a source. */
  async removeAllOf(tenantId: string, sourceUid: string): Promise<void> {
    const bundles = await readdir(this.folder(tenantId)).catch(() => []);
    for (const bundle of bundles.filter((name) => name.startsWith(`${sourceUid}.`))) await this.remove(tenantId, bundle);
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

/** Escapes a tenant id for use as a folder name, because an outside identity platform can use any characters. */
function folderOf(tenantId: string): string {
  return tenantId.replace(/[^a-zA-Z0-9_-]/g, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}
