import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { forEachOf } from '../async/limiter';
import { escapeXml } from '../aws/xml';
import type { ObjectStorage, PutOptions, StorageEntry, StoredObject } from './object-storage';
import { S3Client, textOf, type S3Keys } from './s3-client';
import { StorageBelow } from './storage-below';
import type { S3Settings } from './storage-settings';
import { StorageUnavailable } from './storage-unavailable';

/** Bytes of a part of a large object. S3 takes at least 5 MB, and 10,000 parts. */
const PART = 8 * 1024 * 1024;
/** Requests at once for the objects of one folder. */
const AT_ONCE = 8;
/** A local copy older than this is of a process that was killed, ms. No import takes as long. */
const OLD_COPY = 2 * 60 * 60_000;

/** A storage in a bucket with the API of S3. */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #prefix: string;

  /** @param scratch folder of this process for local copies */
  constructor(
    settings: S3Settings,
    keys: S3Keys,
    private readonly scratch: string,
  ) {
    this.#client = new S3Client(settings, keys);
    this.#prefix = settings.prefix === '' ? '' : `${settings.prefix}/`;
  }

  async put(key: string, content: Buffer | string | AsyncIterable<Buffer>, _options?: PutOptions): Promise<number> {
    if (typeof content === 'string' || Buffer.isBuffer(content)) return this.#putWhole(key, Buffer.from(content));
    const parts = partsOf(content);
    const first = await parts.next();
    const second = first.done ? first : await parts.next();
    if (second.done) return this.#putWhole(key, first.value ?? Buffer.alloc(0));
    return this.#putParts(key, first.value as Buffer, second.value, parts);
  }

  async get(key: string): Promise<StoredObject | null> {
    const answer = await this.#client.send({ method: 'GET', key: this.#whole(key) });
    if (!answer) return null;
    const stream = answer.body ? Readable.from(unbroken(answer.body as ReadableStream<Uint8Array>), { objectMode: false }) : Readable.from([]);
    return { size: Number(answer.headers.get('content-length')), stream };
  }

  async sizeOf(key: string): Promise<number | null> {
    const answer = await this.#client.send({ method: 'HEAD', key: this.#whole(key) });
    return answer && Number(answer.headers.get('content-length'));
  }

  async remove(key: string): Promise<void> {
    await this.#client.ask({ method: 'DELETE', key: this.#whole(key) });
  }

  removeFolder(folder: string): Promise<void> {
    return forEachOf(this.keysBelow(folder), AT_ONCE, (key) => this.remove(key));
  }

  async replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    await this.removeFolder(folder);
    const all = [...files];
    await forEachOf(all.slice(0, -1), AT_ONCE, async ([path, content]) => void (await this.put(`${folder}/${path}`, content)));
    for (const [path, content] of all.slice(-1)) await this.put(`${folder}/${path}`, content);
  }

  /** S3 cannot rename. All objects are copied before the first one is deleted. */
  async moveFolder(from: string, to: string): Promise<void> {
    await this.removeFolder(to);
    await forEachOf(this.keysBelow(from), AT_ONCE, async (key) => {
      const headers = { 'x-amz-copy-source': this.#client.sourceOf(this.#whole(key)) };
      await this.#client.ask({ method: 'PUT', key: this.#whole(`${to}${key.slice(from.length)}`), headers });
    });
    await this.removeFolder(from);
  }

  async list(folder: string): Promise<StorageEntry[]> {
    const prefix = this.#folder(folder);
    const entries: StorageEntry[] = [];
    for await (const page of this.#pages({ prefix, delimiter: '/' })) {
      for (const one of page.children) {
        if (one.name === 'CommonPrefixes') entries.push({ name: textOf(one, 'Prefix').slice(prefix.length, -1), size: 0, isFolder: true });
        else if (one.name === 'Contents')
          entries.push({ name: textOf(one, 'Key').slice(prefix.length), size: Number(textOf(one, 'Size')), isFolder: false });
      }
    }
    return entries.filter(({ name }) => name !== '');
  }

  async *keysBelow(folder: string): AsyncGenerator<string> {
    for await (const page of this.#pages({ prefix: this.#folder(folder) })) {
      for (const one of page.children) if (one.name === 'Contents') yield textOf(one, 'Key').slice(this.#prefix.length);
    }
  }

  async withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.scratch, { recursive: true, mode: 0o700 });
    await removeOldCopies(this.scratch);
    const copy = join(this.scratch, randomUUID());
    try {
      if (!(await this.#copyTo(copy, key))) {
        let isEmpty = true;
        await forEachOf(this.keysBelow(key), AT_ONCE, async (one) => {
          isEmpty = false;
          await this.#copyTo(join(copy, ...partsBelow(one.slice(key.length + 1))), one);
        });
        if (isEmpty) throw new Error(`the object storage has no ${key}`);
      }
      return await work(copy);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  below(folder: string): ObjectStorage {
    return new StorageBelow(this, folder);
  }

  async #putWhole(key: string, body: Buffer): Promise<number> {
    await this.#client.ask({ method: 'PUT', key: this.#whole(key), body });
    return body.length;
  }

  /** Stores a large object in parts. It exists only when all parts are there. */
  async #putParts(key: string, first: Buffer, second: Buffer, rest: AsyncGenerator<Buffer>): Promise<number> {
    const whole = this.#whole(key);
    const uploadId = textOf(await this.#client.ask({ method: 'POST', key: whole, query: { uploads: '' } }), 'UploadId');
    const tags: string[] = [];
    let bytes = 0;
    const send = async (body: Buffer): Promise<void> => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await this.#client.send({ method: 'PUT', key: whole, query, body });
      await answer?.text();
      tags.push(answer?.headers.get('etag') ?? '');
      bytes += body.length;
    };
    try {
      await send(first);
      await send(second);
      for await (const part of rest) await send(part);
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`).join('');
      const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts}</CompleteMultipartUpload>`;
      await this.#client.ask({ method: 'POST', key: whole, query: { uploadId }, body });
      return bytes;
    } catch (error) {
      // Parts of an upload that never ends would be paid for and not be listed.
      await this.#client.ask({ method: 'DELETE', key: whole, query: { uploadId } }).catch(() => undefined);
      await rest.return(undefined);
      throw error;
    }
  }

  async *#pages(query: Record<string, string>) {
    for (let token: string | null = ''; token !== null;) {
      const page = await this.#client.ask({
        method: 'GET',
        query: { 'list-type': '2', ...query, ...(token === '' ? {} : { 'continuation-token': token }) },
      });
      yield page;
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') || null : null;
    }
  }

  async #copyTo(path: string, key: string): Promise<boolean> {
    const found = await this.get(key);
    if (!found) return false;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    return true;
  }

  #whole(key: string): string {
    return `${this.#prefix}${key}`;
  }

  #folder(folder: string): string {
    return folder === '' ? this.#prefix : `${this.#prefix}${folder}/`;
  }
}

/** Joins chunks to parts of equal size; the last one may be smaller. Ends the source if nobody asks for more. */
async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes >= PART) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, PART);
      chunks = [all.subarray(PART)];
      bytes -= PART;
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks);
  return undefined;
}

/** Yields the bytes of an answer. A connection that breaks is an outage of the storage. */
async function* unbroken(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    throw new StorageUnavailable('the connection broke', { cause: error });
  }
}

/** Returns the parts of a key for a path on this machine. Whoever else writes to the bucket could leave a key that leads elsewhere. */
function partsBelow(key: string): string[] {
  const parts = key.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\') || part.includes('\0')))
    throw new Error(`the object storage has the key ${key}, which CAM does not write`);
  return parts;
}

async function removeOldCopies(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > OLD_COPY) await rm(path, { recursive: true, force: true });
  }
}
