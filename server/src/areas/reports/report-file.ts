import { Readable } from 'node:stream';
import JSZip from 'jszip';
import { PARTIAL_REASONS } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import { conflict } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import { distinctFileNames, safeFileName } from './file-name';
import * as store from './store';
import { FILES } from './write-file';

/** Limit of a zip, bytes: its offsets have 32 bits. */
const MOST_ZIPPED = 4_000_000_000;

/** Returns the file of one report, or a zip of several, streamed. @throws ApiError 409 if one of them is not finished */
export function reportFile(db: Db, tenantId: string, reports: readonly store.ReportRow[]): FileReply {
  const unfinished = reports.find(({ status }) => status !== 'REPORT_STATUS_COMPLETED' && status !== 'REPORT_STATUS_EXPIRING');
  if (unfinished) throw conflict('REPORT_NOT_READY', `The report "${unfinished.name}" is not finished. Download it once it is completed.`);
  const names = distinctFileNames(reports.map(fileNameOf));
  const [only] = reports;
  const partial = PARTIAL_REASONS.filter((reason) => reports.some((report) => report.partial.includes(reason)));
  if (reports.length === 1 && only)
    return {
      fileName: names[0] ?? '',
      contentType: FILES[only.format].contentType,
      stream: contentOf(db, tenantId, only),
      bytes: only.bytes ?? 0,
      partial,
    };
  if (reports.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) > MOST_ZIPPED)
    throw conflict('REPORTS_TOO_LARGE', 'These reports are too large for one zip. Download fewer at a time.');
  const zip = new JSZip();
  reports.forEach((report, index) =>
    zip.file(names[index] ?? '', contentOf(db, tenantId, report), {
      // An xlsx is compressed already.
      compression: report.format === 'CSV' ? 'DEFLATE' : 'STORE',
      // The same reports make the same file, whenever they are downloaded.
      date: report.createdAt,
    }),
  );
  const stream = new Readable().wrap(zip.generateNodeStream({ streamFiles: true }));
  return { fileName: 'reports.zip', contentType: 'application/zip', stream, partial };
}

/** Returns the file name of a report. */
export function fileNameOf({ name, format }: Pick<store.ReportRow, 'name' | 'format'>): string {
  return safeFileName(name, FILES[format].extension);
}

/** Reads the whole file of a small report; null if the report was deleted meanwhile. */
export async function readFile(db: Db, tenantId: string, report: store.ReportRow): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of partsOf(db, tenantId, report.report_id, report.bytes ?? 0)) parts.push(part);
  } catch (error) {
    if (error instanceof DeletedMeanwhile) return null;
    throw error;
  }
  return Buffer.concat(parts);
}

class DeletedMeanwhile extends Error {}

/** Fails if the report is deleted during the download, so that a partial file never looks complete. */
function contentOf(db: Db, tenantId: string, { report_id: id, bytes }: store.ReportRow): Readable {
  return Readable.from(partsOf(db, tenantId, id, bytes ?? 0), { objectMode: false });
}

async function* partsOf(db: Db, tenantId: string, reportId: string, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for (let part = 0; left > 0; part++) {
    const content = await db.tenant(tenantId, (tx) => store.readPart(tx, tenantId, reportId, part));
    if (!content) throw new DeletedMeanwhile('the report was deleted while it was downloaded');
    left -= content.length;
    yield content;
  }
}
