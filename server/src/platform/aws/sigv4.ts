import { createHash, createHmac } from 'node:crypto';

/** Keys that sign requests. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Set for temporary keys. */
  sessionToken?: string;
}

export interface UnsignedRequest {
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  url: URL;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface SigningScope {
  /** Service name in signatures: `iam`, `elasticloadbalancing`. */
  service: string;
  region: string;
  keys: AwsKeys;
  at: Date;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Returns all headers of a request with its AWS Signature Version 4. The secret never leaves this function; the request carries a keyed hash that
 * is valid for five minutes.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export function signedHeaders(
  { method, url, headers = {}, body = '' }: UnsignedRequest,
  { service, region, keys, at }: SigningScope,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const bodyHash = sha256(body);
  const signed: Record<string, string> = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    host: url.host,
    'x-amz-date': time,
    ...(service === 's3' ? { 'x-amz-content-sha256': bodyHash } : {}),
    ...(keys.sessionToken ? { 'x-amz-security-token': keys.sessionToken } : {}),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    pathOf(url, service),
    queryOf(url),
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const toSign = [ALGORITHM, time, scope, sha256(canonical)].join('\n');
  const key = [time.slice(0, 8), region, service, 'aws4_request'].reduce<Buffer | string>(
    (former, part) => hmac(former, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `${ALGORITHM} Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const { host: _host, ...sent } = signed;
  return { ...sent, authorization };
}

/** S3 signs the path as it is sent. All other services encode it once more. */
function pathOf({ pathname }: URL, service: string): string {
  return service === 's3' ? pathname : pathname.split('/').map(encoded).join('/');
}

function queryOf({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => [encoded(name), encoded(value)] as const);
  const inOrder = pairs.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return inOrder.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Encodes everything except letters, digits and -._~ (RFC 3986). */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
