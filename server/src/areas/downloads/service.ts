import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DataDownload, DownloadCriteria } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, conflict, notFound } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import * as store from './store';

/** Writes what a download is of; throws an ApiError where its criteria are not enough. */
export type WriteExport = (tenantId: string, accountId: string | null, criteria: DownloadCriteria) => Promise<FileReply>;
export type DownloadExports = Readonly<Record<DataDownload['view'], WriteExport>>;

export interface DownloadRequest {
  view: DataDownload['view'];
  criteria: DownloadCriteria;
  accountId: string | null;
  createdBy: string;
}

const JOB = 'downloads.write';

/** A file is kept for a day, and of a tenant at most so many. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
const KEPT = 20;

/** Bytes of one part: what is held in memory, and one row of the database. */
const PART = 512 * 1024;

/** Whole lists as files that a job writes and that can be fetched for a day. */
export class Downloads {
  constructor(
    private readonly ctx: Context,
    private readonly exports: DownloadExports,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, downloadId }: { tenantId: string; downloadId: string }) => this.#write(tenantId, downloadId), { atOnce: 2 });
  }

  /** What is asked for is tried before it is queued: criteria that lead nowhere are refused at once. */
  async start(tenantId: string, request: DownloadRequest): Promise<DataDownload> {
    const tried = await this.exports[request.view](tenantId, request.accountId, request.criteria);
    tried.stream?.destroy();
    const downloadId = randomUUID();
    const now = new Date();
    const created = { ...request, downloadId, createdAt: now, expiresAt: new Date(now.getTime() + KEPT_FOR) };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.insertDownload(tx, tenantId, created);
      await store.removeOld(tx, tenantId, now, KEPT);
    });
    await this.ctx.jobs.enqueue(JOB, { tenantId, downloadId });
    return this.find(tenantId, downloadId);
  }

  list(tenantId: string): Promise<DataDownload[]> {
    return this.ctx.db.tenant(tenantId, (tx) => store.listDownloads(tx, tenantId, new Date()));
  }

  /** 404 where there is none, 410 where it has expired. */
  async find(tenantId: string, downloadId: string): Promise<store.StoredDownload> {
    const download = await this.ctx.db.tenant(tenantId, (tx) => store.findDownload(tx, tenantId, downloadId));
    if (!download) throw notFound('There is no such download any more. Start it again.');
    if (Date.parse(download.expire_date) <= Date.now())
      throw new ApiError(410, 'DOWNLOAD_EXPIRED', 'This download is older than a day and was removed. Start it again.');
    return download;
  }

  /** 409 until it is made. */
  async file(tenantId: string, downloadId: string): Promise<FileReply> {
    const { status, file_name: fileName, error, partial } = await this.find(tenantId, downloadId);
    if (status === 'REPORT_STATUS_ERROR') throw conflict('DOWNLOAD_FAILED', error);
    if (status !== 'REPORT_STATUS_COMPLETED') throw conflict('DOWNLOAD_NOT_READY', 'The file is still being written. Fetch it once it is completed.');
    return { fileName, contentType: 'text/csv; charset=utf-8', stream: Readable.from(this.#parts(tenantId, downloadId)), partial };
  }

  async *#parts(tenantId: string, downloadId: string): AsyncGenerator<Buffer> {
    for (let part = 0; ; part++) {
      const content = await this.ctx.db.tenant(tenantId, (tx) => store.readPart(tx, tenantId, downloadId, part));
      if (!content) return;
      yield content;
    }
  }

  async #write(tenantId: string, downloadId: string): Promise<void> {
    const { db, log } = this.ctx;
    const download = await db.tenant(tenantId, async (tx) => {
      const found = await store.findDownload(tx, tenantId, downloadId);
      if (!found || found.status === 'REPORT_STATUS_COMPLETED') return null;
      // What a run left that was cut off.
      await store.clearParts(tx, tenantId, downloadId);
      return found;
    });
    if (!download) return;
    const save = (state: Parameters<typeof store.saveDownload>[3]) =>
      db.tenant(tenantId, (tx) => store.saveDownload(tx, tenantId, downloadId, state));
    try {
      const { fileName, stream, partial = [] } = await this.exports[download.view](tenantId, download.accountId, download.criteria);
      let part = 0;
      let bytes = 0;
      const keep = async (content: Buffer): Promise<boolean> => {
        await db.tenant(tenantId, (tx) => store.addPart(tx, tenantId, downloadId, part++, content));
        bytes += content.length;
        return save({ status: 'REPORT_STATUS_IN_PROGRESS', bytes });
      };
      for await (const content of inParts(stream ?? Readable.from([]))) if (!(await keep(content))) return;
      await save({ status: 'REPORT_STATUS_COMPLETED', file_name: fileName, bytes, partial: [...partial] });
    } catch (err) {
      log.error({ err, tenantId, downloadId }, 'data download failed');
      await save({ status: 'REPORT_STATUS_ERROR', error: 'The file could not be written. Start the download again; the server log says why.' });
    }
  }
}

/** Texts of a stream put together to parts of some size. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const text of stream as AsyncIterable<string | Buffer>) {
    const content = Buffer.from(text as string);
    held.push(content);
    length += content.length;
    if (length < PART) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
