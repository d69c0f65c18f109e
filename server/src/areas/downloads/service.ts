import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DataDownload, DownloadCriteria } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { DatabaseUnavailable } from '../../platform/db/unavailable';
import { ApiError, conflict, notFound } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import * as store from './store';

/** Writes the content of a download. @throws ApiError if its criteria are incomplete */
export type WriteExport = (tenantId: string, accountId: string | null, criteria: DownloadCriteria) => Promise<FileReply>;
export type DownloadExports = Readonly<Record<DataDownload['view'], WriteExport>>;

export interface DownloadRequest {
  view: DataDownload['view'];
  criteria: DownloadCriteria;
  accountId: string | null;
  createdBy: string;
}

const JOB = 'downloads.write';

/** Lifetime of a file, ms, and the limit of files of a tenant. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
const KEPT = 20;

/** Content types of files other than lists. */
const TYPES: Partial<Record<DataDownload['view'], string>> = { EVIDENCE: 'application/zip', REVIEW: 'application/zip' };

/** Bytes of one part: the memory that a download needs, and one row of the database. */
const PART = 512 * 1024;

/** Manages data downloads: a job writes a whole list as a file, which stays available for a day. */
export class Downloads {
  constructor(
    private readonly ctx: Context,
    private readonly exports: DownloadExports,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, downloadId }: { tenantId: string; downloadId: string }) => this.#write(tenantId, downloadId), { atOnce: 2 });
  }

  /** Queues a download. It tries the export first, so that invalid criteria fail at once. */
  async start(tenantId: string, request: DownloadRequest): Promise<DataDownload> {
    const trialExport = await this.exports[request.view](tenantId, request.accountId, request.criteria);
    trialExport.stream?.destroy();
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

  /** @throws ApiError 404 if the download does not exist, 410 if it has expired */
  async find(tenantId: string, downloadId: string): Promise<store.StoredDownload> {
    const download = await this.ctx.db.tenant(tenantId, (tx) => store.findDownload(tx, tenantId, downloadId));
    if (!download) throw notFound('This download no longer exists. Start it again.');
    if (Date.parse(download.expire_date) <= Date.now())
      throw new ApiError(410, 'DOWNLOAD_EXPIRED', 'This download is older than a day and was removed. Start it again.');
    return download;
  }

  /** @throws ApiError 409 until the file is complete */
  async file(tenantId: string, downloadId: string): Promise<FileReply> {
    const { status, view, file_name: fileName, error, partial } = await this.find(tenantId, downloadId);
    if (status === 'REPORT_STATUS_ERROR') throw conflict('DOWNLOAD_FAILED', error);
    if (status !== 'REPORT_STATUS_COMPLETED') throw conflict('DOWNLOAD_NOT_READY', 'The file is still being written. Fetch it once it is completed.');
    return { fileName, contentType: TYPES[view] ?? 'text/csv; charset=utf-8', stream: Readable.from(this.#parts(tenantId, downloadId)), partial };
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
      // Remove the parts of an interrupted run.
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
      // The job runs again when the database responds.
      if (err instanceof DatabaseUnavailable) throw err;
      const isRefusal = err instanceof ApiError && err.status < 500;
      if (!isRefusal) log.error({ err, tenantId, downloadId }, 'data download failed');
      const failed = 'The file could not be written. Start the download again; the server log says why.';
      await save({ status: 'REPORT_STATUS_ERROR', error: isRefusal ? err.userMessage : failed });
    }
  }
}

/** Groups the texts of a stream into parts of equal size. */
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
