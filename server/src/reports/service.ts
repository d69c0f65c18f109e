import { randomUUID } from 'node:crypto';
import type { Report, ReportCriteria, ReportType } from '@cam/contracts/server';
import type { Context } from '../context';
import { notFound } from '../http/errors';
import type { FileReply } from '../http/file-reply';
import { GIVEN_UP, makeReport, MOST_ATTEMPTS, type ReportJob } from './make-report';
import { ReportContents, type ReportInventory, type ReportQueries } from './report-content';
import { reportFile } from './report-file';
import * as store from './store';

export interface NewReportRequest {
  name: string;
  type: ReportType;
  criteria: ReportCriteria;
  accountId: string | null;
  createdBy: string;
}

const JOB = 'reports.generate';

/** Files of what pages and queries show, made by jobs and kept for a month. */
export class ReportsService {
  readonly #contents: ReportContents;

  constructor(
    private readonly ctx: Context,
    { queries, unused }: { queries: ReportQueries; unused: ReportInventory },
  ) {
    this.#contents = new ReportContents(queries, unused);
    ctx.jobs.define(JOB, (job: ReportJob, run) => makeReport(ctx, this.#contents, job, run), { atOnce: 2 });
  }

  /** Queues a report and answers with it as it stands: the list tells its progress. */
  async create(tenantId: string, request: NewReportRequest): Promise<Report> {
    this.#contents.check(request.type, request.criteria);
    const reportId = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      await store.insertReport(tx, tenantId, { ...request, reportId });
    });
    await this.ctx.jobs.enqueue(JOB, { tenantId, reportId });
    const [report] = await this.ctx.db.tenant(tenantId, (tx) => store.findReports(tx, tenantId, [reportId]));
    if (!report) throw notFound('The report was deleted before it was started.');
    return report;
  }

  list(tenantId: string, offset: number, limit: number): Promise<{ entries: Report[]; count: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      return { entries: await store.listReports(tx, tenantId, offset, limit), count: await store.countReports(tx, tenantId) };
    });
  }

  async rename(tenantId: string, reportId: string, name: string): Promise<void> {
    const renamed = await this.ctx.db.tenant(tenantId, (tx) => store.renameReport(tx, tenantId, reportId, name));
    if (!renamed) throw notFound('There is no such report any more. Reload the list.');
  }

  /** Deletes all of them or, where one does not exist, none. One that is being made stops being made. */
  async remove(tenantId: string, ids: readonly string[]): Promise<void> {
    const distinct = [...new Set(ids)];
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const deleted = await store.deleteReports(tx, tenantId, distinct);
      if (deleted !== distinct.length) throw notFound('Some of these reports do not exist any more. Nothing was deleted: reload the list.');
    });
  }

  /** The xlsx of one report, or a zip of several. 404 where one does not exist any more, 409 while one is not finished. */
  async download(tenantId: string, ids: readonly string[]): Promise<FileReply> {
    const distinct = [...new Set(ids)];
    const reports = await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      return store.findReports(tx, tenantId, distinct);
    });
    if (reports.length === 0 || reports.length !== distinct.length) throw notFound('There is no such report any more. Reload the list.');
    return reportFile(this.ctx.db, tenantId, reports);
  }

  /** Takes up what a crash cut off, or gives it up where that happened too often. */
  async resume(tenantId: string): Promise<void> {
    const unfinished = await this.ctx.db.tenant(tenantId, (tx) => store.findUnfinished(tx, tenantId));
    for (const { report_id: reportId, attempts } of unfinished) {
      if (attempts < MOST_ATTEMPTS) await this.ctx.jobs.enqueue(JOB, { tenantId, reportId }, { onceFor: reportId });
      else
        await this.ctx.db.tenant(tenantId, (tx) =>
          store.saveReportState(tx, tenantId, reportId, { status: 'REPORT_STATUS_ERROR', progress: 100, error: GIVEN_UP }),
        );
    }
  }
}
