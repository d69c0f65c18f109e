import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '../config-error';
import { FolderStorage } from './folder-storage';
import { readText, type ObjectStorage } from './object-storage';
import { S3Refusal, type S3Keys } from './s3-client';
import { S3Storage } from './s3-storage';
import type { S3Settings } from './storage-settings';
import { StorageUnavailable } from './storage-unavailable';

/** The folder of local copies below the data folder. */
export const SCRATCH = 'scratch';

export interface StorageOptions {
  dataDir: string;
  /** Null: the data folder is the storage. */
  storage: S3Settings | null;
  /** Returns the server's own keys at AWS. */
  identity: S3Keys;
}

/**
 * Opens the storage of the installation, and tries that it can be written, read and listed.
 * @throws ConfigError if it cannot be used; the first line names the setting, and the second says what to do
 */
export async function openStorage({ dataDir, storage: settings, identity }: StorageOptions): Promise<ObjectStorage> {
  if (!settings) return new FolderStorage(dataDir);
  const own = settings.keys;
  const storage = new S3Storage(settings, own ? async () => own : identity, join(dataDir, SCRATCH));
  const key = `cam-start-${randomUUID()}`;
  try {
    await storage.put(key, key);
    if ((await readText(storage, key)) !== key)
      throw new ConfigError(`${placeOf(settings)} returns other content than CAM stored.\nUse another storage.`);
    // Without the right to list, S3 refuses what does not exist instead of saying so.
    await storage.list('remotes');
    await storage.sizeOf(`${key}.none`);
    await storage.remove(key);
  } catch (error) {
    throw explained(error, settings);
  }
  return storage;
}

function placeOf({ bucket, prefix, endpoint }: S3Settings): string {
  return `CAM_STORAGE=s3://${bucket}${prefix === '' ? '' : `/${prefix}`} at ${endpoint}`;
}

function explained(error: unknown, settings: S3Settings): unknown {
  const place = placeOf(settings);
  const { bucket, prefix, region, keys } = settings;
  if (error instanceof S3Refusal) {
    const { code } = error;
    if (code === 'NoSuchBucket')
      return new ConfigError(`${place}: there is no such bucket.\nCreate the bucket ${bucket}, or set CAM_STORAGE to another one.`);
    if (error.region !== null && error.region !== region)
      return new ConfigError(`${place}: the bucket is not in the region ${region}.\nSet CAM_STORAGE_REGION=${error.region}.`);
    const names = keys ? 'CAM_STORAGE_ACCESS_KEY_ID and CAM_STORAGE_SECRET_ACCESS_KEY' : 'the AWS identity of the server, such as AWS_ACCESS_KEY_ID';
    if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity|InvalidToken|ExpiredToken|AuthorizationHeaderMalformed)$/.test(code))
      return new ConfigError(`${place}: the storage does not accept the access key (${code}).\nCheck ${names}, and CAM_STORAGE_REGION.`);
    if (error.status === 403)
      return new ConfigError(
        `${place}: the access key may not use it (${error.message.replace(/^.*: /, '')}).\nGrant it s3:GetObject, s3:PutObject and s3:DeleteObject on ${bucket}/${prefix === '' ? '' : `${prefix}/`}*, and s3:ListBucket on ${bucket}.`,
      );
    return new ConfigError(`${place}: ${error.message}.\nCheck CAM_STORAGE, CAM_STORAGE_ENDPOINT and CAM_STORAGE_PATH_STYLE.`);
  }
  if (error instanceof StorageUnavailable)
    return new ConfigError(
      `${place}: ${error.message}.\nCheck that the storage runs and that CAM_STORAGE_ENDPOINT is its address, then start CAM again.`,
    );
  return error;
}
