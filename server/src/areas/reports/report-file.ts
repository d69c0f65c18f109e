import { Readable } from 'node:stream';
import JSZip from 'jszip';
import { PARTIAL_REASONS } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import { conflict } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import { distinctFileNames, safeFileName } from './file-name';
import * as store from './store';
import { FILES } from './write-file';

/** What one zip holds at most, bytes: its places are of 32 bits. */
const MOST_ZIPPED = 4_000_000_000;

/** The file of one report, or a zip of several, sent while it is read, with why one of them may lack rows. 409 while one of them is not finished. */
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
  // What is in an xlsx is compressed already.
  reports.forEach((report, index) =>
    zip.file(names[index] ?? '', contentOf(db, tenantId, report), { compression: report.format === 'CSV' ? 'DEFLATE' : 'STORE' }),
  );
  const stream = new Readable().wrap(zip.generateNodeStream({ streamFiles: true }));
  return { fileName: 'reports.zip', contentType: 'application/zip', stream, partial };
}

/** How the file of a report is called. */
export function fileNameOf({ name, format }: Pick<store.ReportRow, 'name' | 'format'>): string {
  return safeFileName(name, FILES[format].extension);
}

/** The whole file of a report, for one that is known to be small. Null where the report was deleted meanwhile. */
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

/** Breaks off, and with it the download, where the report is deleted meanwhile: half a file is never taken for a whole one. */
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
