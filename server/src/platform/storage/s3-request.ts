import { encoded, signedHeaders, type AwsKeys, type UnsignedRequest } from '../aws/sigv4';
import type { S3Settings } from './storage-settings';

export interface S3Request {
  method: UnsignedRequest['method'];
  /** Key of the object; empty for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

type Place = Pick<S3Settings, 'endpoint' | 'bucket' | 'region' | 'isPathStyle'>;

/** Returns the address of an object, or of the bucket itself. */
export function s3Address({ endpoint, bucket, isPathStyle }: Omit<Place, 'region'>, { key = '', query = {} }: Pick<S3Request, 'key' | 'query'>): URL {
  const url = new URL(endpoint);
  if (!isPathStyle) url.host = `${bucket}.${url.host}`;
  const path = [...(isPathStyle ? [bucket] : []), ...(key === '' ? [] : key.split('/'))].map(encoded).join('/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  url.search = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return url;
}

/** Returns the address and the signed headers of a request to a bucket. The signature is valid for a few minutes. */
export function signedS3Request(place: Place, keys: AwsKeys, request: S3Request): { url: URL; headers: Record<string, string> } {
  const { method, headers = {}, body } = request;
  const url = s3Address(place, request);
  const scope = { service: 's3', region: place.region, keys, at: new Date() };
  return { url, headers: signedHeaders({ method, url, headers, ...(body === undefined ? {} : { body }) }, scope) };
}
