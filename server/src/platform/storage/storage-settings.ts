import { ConfigError } from '../config-error';

/** A bucket of an object storage with the API of S3. */
export interface S3Settings {
  bucket: string;
  /** Beginning of all keys, without a slash at its end; empty for none. */
  prefix: string;
  /** Address of the storage, without the bucket. */
  endpoint: string;
  region: string;
  /** The bucket is the first part of the path, and not of the host name. */
  isPathStyle: boolean;
  /** Keys of the storage alone; null: the server's own identity at AWS. */
  keys: { accessKeyId: string; secretAccessKey: string } | null;
}

/** `s3://bucket/prefix`, with the names that buckets may have. */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+([\w./-]*))?$/;

/**
 * Reads where files of the installation are kept; null: in the data folder.
 * @throws ConfigError with a sentence that names the variable
 */
export function readStorage(env: NodeJS.ProcessEnv): S3Settings | null {
  const { CAM_STORAGE: address, CAM_STORAGE_ENDPOINT: given } = env;
  if (!address) return null;
  const [, bucket = '', prefix = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === '') throw new ConfigError(`CAM_STORAGE must name a bucket, for example: s3://cam-files/production, not "${address}".`);
  const region = env.CAM_STORAGE_REGION || env.AWS_REGION || env.AWS_DEFAULT_REGION || (given ? 'us-east-1' : '');
  if (region === '') throw new ConfigError('CAM_STORAGE is set, so CAM_STORAGE_REGION must be the region of the bucket, for example: eu-central-1');
  if (!/^[a-z0-9-]+$/.test(region)) throw new ConfigError(`CAM_STORAGE_REGION must be a region such as eu-central-1, not "${region}".`);
  const endpoint = given || awsEndpoint(region);
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new ConfigError('CAM_STORAGE_ENDPOINT must be the address of the object storage, for example: https://minio.company.com:9000');
  return {
    bucket,
    prefix: prefix.split('/').filter(Boolean).join('/'),
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    isPathStyle: readStyle(env.CAM_STORAGE_PATH_STYLE, given !== undefined && given !== '', bucket),
    keys: readKeys(env),
  };
}

/** Returns the address of AWS for buckets of a region. */
export function awsEndpoint(region: string): string {
  return `https://s3.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
}

/** Certificates of AWS do not cover buckets with a point in their name. */
function readStyle(value: string | undefined, hasEndpoint: boolean, bucket: string): boolean {
  if (!value) return hasEndpoint || bucket.includes('.');
  if (value !== 'on' && value !== 'off') throw new ConfigError(`CAM_STORAGE_PATH_STYLE must be on or off, not "${value}".`);
  return value === 'on';
}

function readKeys({ CAM_STORAGE_ACCESS_KEY_ID: id, CAM_STORAGE_SECRET_ACCESS_KEY: secret }: NodeJS.ProcessEnv): S3Settings['keys'] {
  if (!id && !secret) return null;
  if (!id || !secret)
    throw new ConfigError('CAM_STORAGE_ACCESS_KEY_ID and CAM_STORAGE_SECRET_ACCESS_KEY belong together. Set both, or none for the AWS identity.');
  return { accessKeyId: id, secretAccessKey: secret };
}
