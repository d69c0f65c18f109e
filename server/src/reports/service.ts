import { randomUUID } from 'node:crypto';
import JSZip from 'jszip';
import type { AccessRow, Report, ReportType } from '@cam/contracts/server';
import type { Context } from '../context';
import { conflict, notFound } from '../http/errors';
import { distinctFileNames, safeFileName } from './file-name';
import * as store from './store';
import { AccessWorkbook } from './workbook';

/** What a report asks of the query area. */
export interface ReportQueries {
  /** The query as one English sentence; throws 422 with position and expected words where it is not a whole query. */
  meaning(query: string): string;
  rows(tenantId: string, query: string, options: { accountId: string | null }): AsyncIterable<AccessRow>;
}

export interface NewReportRequest {
  name: string;
  type: ReportType;
  query: string;
  accountId: string | null;
  createdBy: string;
}

export interface ReportFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

const DEFAULT_QUERY = 'user with-access any';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const JOB = 'reports.generate';

/** Rows between two writes of the progress. */
const PROGRESS_STEP = 2000;

interface ReportJob {
  tenantId: string;
  reportId: string;
}

export class ReportsService {
  constructor(
    private readonly ctx: Context,
    private readonly queries: ReportQueries,
  ) {
    ctx.jobs.define(JOB, (job: ReportJob) => this.#generate(job));
  }

  /** Queues a report and answers with it as it stands: the list tells its progress. */
  async create(tenantId: string, request: NewReportRequest): Promise<Report> {
    const query = request.query.trim() || DEFAULT_QUERY;
    this.queries.meaning(query);
    const reportId = randomUUID();
    await this.ctx.db.tenant(tenantId, (tx) => store.insertReport(tx, tenantId, { ...request, query, reportId }));
    await this.ctx.jobs.enqueue(JOB, { tenantId, reportId });
    const [report] = await this.ctx.db.tenant(tenantId, (tx) => store.findReports(tx, tenantId, [reportId]));
    if (!report) throw notFound('The report was deleted before it was started.');
    return report;
  }

  async list(tenantId: string, offset: number, limit: number): Promise<{ entries: Report[]; count: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({
      entries: await store.listReports(tx, tenantId, offset, limit),
      count: await store.countReports(tx, tenantId),
    }));
  }

  async rename(tenantId: string, reportId: string, name: string): Promise<void> {
    const renamed = await this.ctx.db.tenant(tenantId, (tx) => store.renameReport(tx, tenantId, reportId, name));
    if (!renamed) throw notFound('There is no such report any more. Reload the list.');
  }

  /** Deletes all of them or, where one does not exist, none. */
  async remove(tenantId: string, ids: readonly string[]): Promise<void> {
    const distinct = [...new Set(ids)];
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const deleted = await store.deleteReports(tx, tenantId, distinct);
      if (deleted !== distinct.length) throw notFound('Some of these reports do not exist any more. Nothing was deleted: reload the list.');
    });
  }

  /** The xlsx of one report, or a zip of several. 409 while one of them is not finished. */
  async download(tenantId: string, ids: readonly string[]): Promise<ReportFile> {
    const distinct = [...new Set(ids)];
    const files = await this.ctx.db.tenant(tenantId, async (tx) => {
      const reports = await store.findReports(tx, tenantId, distinct);
      if (reports.length !== distinct.length) throw notFound('There is no such report any more. Reload the list.');
      const contents: { name: string; content: Buffer }[] = [];
      for (const report of reports) {
        const content = await store.readReportFile(tx, tenantId, report.report_id);
        if (!content) throw conflict('REPORT_NOT_READY', `The report "${report.name}" is not finished. Download it once it is completed.`);
        contents.push({ name: safeFileName(report.name, 'xlsx'), content });
      }
      return contents;
    });
    const [only] = files;
    if (files.length === 1 && only) return { fileName: only.name, contentType: XLSX, content: only.content };
    const zip = new JSZip();
    const names = distinctFileNames(files.map((file) => file.name));
    files.forEach((file, index) => zip.file(names[index] ?? file.name, file.content));
    return { fileName: 'reports.zip', contentType: 'application/zip', content: await zip.generateAsync({ type: 'nodebuffer' }) };
  }

  async #generate({ tenantId, reportId }: ReportJob): Promise<void> {
    const { db, log } = this.ctx;
    const [report] = await db.tenant(tenantId, (tx) => store.findReports(tx, tenantId, [reportId]));
    if (!report || report.status === 'REPORT_STATUS_COMPLETED') return;
    const save = (state: store.ReportState) => db.tenant(tenantId, (tx) => store.saveReportState(tx, tenantId, reportId, state));
    try {
      await save({ status: 'REPORT_STATUS_IN_PROGRESS', progress: 1 });
      const workbook = new AccessWorkbook();
      for await (const row of this.queries.rows(tenantId, report.query, { accountId: report.accountId })) {
        workbook.add(row);
        if (workbook.rows % PROGRESS_STEP === 0) {
          const wanted = await save({ status: 'REPORT_STATUS_IN_PROGRESS', progress: progressAfter(workbook.rows) });
          if (!wanted) return;
        }
      }
      const content = workbook.toBuffer({
        name: report.name,
        query: report.query,
        meaning: this.queries.meaning(report.query),
        createdBy: report.created_by,
        createdAt: report.createdAt,
        rows: workbook.rows,
      });
      await db.tenant(tenantId, async (tx) => {
        const kept = await store.saveReportState(tx, tenantId, reportId, {
          status: 'REPORT_STATUS_COMPLETED',
          progress: 100,
          rows: workbook.rows,
          bytes: content.length,
        });
        if (kept) await store.saveReportFile(tx, tenantId, reportId, content);
      });
    } catch (error) {
      log.error({ err: error, tenantId, reportId }, 'report failed');
      await save({
        status: 'REPORT_STATUS_ERROR',
        progress: 100,
        error: 'The report could not be made. Generate it again; the server log says why.',
      });
    }
  }
}

/** The number of rows is not known ahead, so progress approaches 95 the further it gets. */
function progressAfter(rows: number): number {
  return 95 * (1 - Math.exp(-rows / 50_000));
}
