import { setTimeout as delay } from 'node:timers/promises';
import { encoded, type AwsKeys } from '../aws/sigv4';
import { childOf, parseXml, type XmlElement } from '../aws/xml';
import { StorageUnavailable } from './storage-unavailable';
import { inChildSpan } from '../telemetry/tracing';
import { signedS3Request, type S3Request } from './s3-request';
import type { S3Settings } from './storage-settings';

/** Returns the keys to sign with. `fresh` is set after a request failed with expired keys. */
export type S3Keys = (fresh: boolean) => Promise<AwsKeys>;

/** A refusal by the storage. */
export class S3Refusal extends StorageUnavailable {
  constructor(
    readonly status: number,
    /** As the storage names it: `NoSuchBucket`, `AccessDenied`. */
    readonly code: string,
    request: S3Request,
    /** The region of the bucket, if the storage names another one. */
    readonly region: string | null = null,
  ) {
    super(`it answered ${status} ${code} to ${request.method} ${request.key === '' ? 'of the bucket' : request.key}`);
  }
}

/** Attempts of a request that gets no answer, or one that says that the storage is busy, and the wait before the second, ms. Each further wait trebles. */
const TRIES = 4;
const FIRST_WAIT = 100;
/** Time limit from the start of a request to the headers of its answer, ms. A part of an upload is in it. */
const TIMEOUT = 30_000;
const BUSY = new Set([408, 429, 500, 502, 503, 504]);

/** Sends signed requests to a bucket. @see https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html */
export class S3Client {
  constructor(
    private readonly settings: S3Settings,
    private readonly keys: S3Keys,
  ) {}

  /**
   * Sends a request. The caller reads or cancels the body of the answer.
   * @returns the answer; null if there is no such object
   * @throws StorageUnavailable if no attempt had an answer; S3Refusal for an answer that refuses
   */
  async send(request: S3Request): Promise<Response | null> {
    let isFresh = false;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#once(request, isFresh);
      if (answer instanceof Response && answer.ok) return answer;
      const refusal = answer instanceof Response ? await refusalOf(answer, request) : null;
      if (refusal?.status === 404 && /^(NoSuchKey|NotFound)$/.test(refusal.code)) return null;
      const isExpired: boolean = refusal !== null && /^Expired|^TokenRefreshRequired$/.test(refusal.code) && !isFresh;
      if (refusal && !isExpired && !BUSY.has(refusal.status)) throw refusal;
      if (attempt === TRIES) throw refusal ?? answer;
      isFresh ||= isExpired;
      await delay(FIRST_WAIT * 3 ** (attempt - 1));
    }
  }

  /** Sends a request whose answer is XML, and returns its root. */
  async ask(request: S3Request): Promise<XmlElement> {
    const answer = await this.send(request);
    const text = (await answer?.text()) ?? '';
    const root = text === '' ? { name: '', attributes: {}, children: [], text: '' } : parseXml(text);
    // The status is sent before a long operation ends.
    if (root.name === 'Error') throw new S3Refusal(200, textOf(root, 'Code'), request);
    return root;
  }

  /** Returns the path of an object with its bucket, as a request to copy it names its source. */
  sourceOf(key: string): string {
    return `/${[this.settings.bucket, ...key.split('/')].map(encoded).join('/')}`;
  }

  async #once(request: S3Request, isFresh: boolean): Promise<Response | StorageUnavailable> {
    const { method, body } = request;
    const { url, headers } = signedS3Request(this.settings, await this.keys(isFresh), request);
    const ending = new AbortController();
    const limit = setTimeout(() => ending.abort(), TIMEOUT);
    try {
      const sent = { method, headers, body: body as BodyInit | undefined, redirect: 'manual', signal: ending.signal } as const;
      return await inChildSpan(`${method} ${url.hostname}`, { 'server.address': url.hostname }, () => fetch(url, sent));
    } catch (error) {
      const why = ending.signal.aborted
        ? `${url.host} did not respond within ${TIMEOUT / 1000} s`
        : `${url.host} cannot be reached (${codeOf(error)})`;
      return new StorageUnavailable(why, { cause: error });
    } finally {
      clearTimeout(limit);
    }
  }
}

/** Returns the text of an element's child; empty if there is none. */
export function textOf(element: XmlElement | undefined, name: string): string {
  return childOf(element, name)?.text ?? '';
}

/** Returns the refusal that an answer is, with the code of the storage. */
export async function refusalOf(answer: Response, request: S3Request): Promise<S3Refusal> {
  const text = await answer.text().catch(() => '');
  const { status, headers } = answer;
  const region = headers.get('x-amz-bucket-region');
  try {
    const root = parseXml(text);
    return new S3Refusal(status, textOf(root, 'Code') || String(status), request, textOf(root, 'Region') || region);
  } catch {
    // Answers to HEAD have no body.
    return new S3Refusal(status, status === 404 ? 'NotFound' : answer.statusText || String(status), request, region);
  }
}

function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : (error as Error).message;
}
