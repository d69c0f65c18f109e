import { Readable } from 'node:stream';
import JSZip from 'jszip';
import type { Db } from '../db/database';
import { conflict } from '../http/errors';
import type { FileReply } from '../http/file-reply';
import { XLSX_TYPE } from '../xlsx/workbook-writer';
import { distinctFileNames, safeFileName } from './file-name';
import * as store from './store';

/** What one zip holds at most, bytes: its places are of 32 bits. */
const MOST_ZIPPED = 4_000_000_000;

/** The xlsx of one report, or a zip of several, sent while it is read. 409 while one of them is not finished. */
export function reportFile(db: Db, tenantId: string, reports: readonly store.ReportRow[]): FileReply {
  const unfinished = reports.find(({ status }) => status !== 'REPORT_STATUS_COMPLETED' && status !== 'REPORT_STATUS_EXPIRING');
  if (unfinished) throw conflict('REPORT_NOT_READY', `The report "${unfinished.name}" is not finished. Download it once it is completed.`);
  const names = distinctFileNames(reports.map(({ name }) => safeFileName(name, 'xlsx')));
  const [only] = reports;
  if (reports.length === 1 && only)
    return { fileName: names[0] ?? '', contentType: XLSX_TYPE, stream: contentOf(db, tenantId, only), bytes: only.bytes ?? 0 };
  if (reports.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) > MOST_ZIPPED)
    throw conflict('REPORTS_TOO_LARGE', 'These reports are too large for one zip. Download fewer at a time.');
  const zip = new JSZip();
  reports.forEach((report, index) => zip.file(names[index] ?? '', contentOf(db, tenantId, report)));
  // What is in them is compressed already.
  const stream = new Readable().wrap(zip.generateNodeStream({ streamFiles: true, compression: 'STORE' }));
  return { fileName: 'reports.zip', contentType: 'application/zip', stream };
}

/** Breaks off, and with it the download, where the report is deleted meanwhile: half a file is never taken for a whole one. */
function contentOf(db: Db, tenantId: string, { report_id: id, bytes }: store.ReportRow): Readable {
  return Readable.from(partsOf(db, tenantId, id, bytes ?? 0), { objectMode: false });
}

async function* partsOf(db: Db, tenantId: string, reportId: string, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for (let part = 0; left > 0; part++) {
    const content = await db.tenant(tenantId, (tx) => store.readPart(tx, tenantId, reportId, part));
    if (!content) throw new Error('the report was deleted while it was downloaded');
    left -= content.length;
    yield content;
  }
}
