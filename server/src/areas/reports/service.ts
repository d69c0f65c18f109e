import { randomUUID } from 'node:crypto';
import type { Report, ReportCriteria, ReportFormat, ReportType } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { JobRun } from '../../platform/jobs/jobs';
import { notFound } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import { ReportMailing, type SendMail } from './mailing';
import { GIVEN_UP, makeReport, MOST_ATTEMPTS, type ReportJob } from './make-report';
import { ReportContents, type ReportInventory, type ReportQueries } from './report-content';
import { reportFile } from './report-file';
import { ReportSchedules } from './schedules';
import * as store from './store';

export interface NewReportRequest {
  name: string;
  type: ReportType;
  format: ReportFormat;
  criteria: ReportCriteria;
  accountId: string | null;
  createdBy: string;
}

export interface ReportsDependencies {
  queries: ReportQueries;
  unused: ReportInventory;
  sendMail: SendMail;
  tenantIds: () => Promise<string[]>;
  /** Reports whether the tenant has the report service. */
  isOn: (tenantId: string) => Promise<boolean>;
}

/** A report that nobody started for this long was never queued, because of a crash in between, ms. */
const ORPHANED_AFTER = 60_000;

const JOB = 'reports.generate';

/** Generates reports by jobs and keeps their files for a month. */
export class ReportsService {
  readonly #contents: ReportContents;
  readonly #mailing: ReportMailing;
  readonly schedules: ReportSchedules;

  constructor(
    private readonly ctx: Context,
    { queries, unused, sendMail, tenantIds, isOn }: ReportsDependencies,
  ) {
    this.#contents = new ReportContents(queries, unused);
    this.#mailing = new ReportMailing(ctx, sendMail);
    this.schedules = new ReportSchedules(ctx, { reports: this, mailing: this.#mailing, tenantIds, isOn });
    const make = async (job: ReportJob, run: JobRun): Promise<void> => {
      await makeReport(ctx, this.#contents, job, run);
      await this.#mailing.queueDue(job.tenantId, new Date());
    };
    const lost = ({ tenantId, reportId }: ReportJob): Promise<void> => this.#giveUp(tenantId, reportId);
    ctx.jobs.define(JOB, make, { atOnce: 2, lost });
  }

  /** @throws ApiError 422 for invalid criteria */
  check(type: ReportType, criteria: ReportCriteria): void {
    this.#contents.check(type, criteria);
  }

  /** Queues a stored report; a waiting one is not queued twice. */
  async queue(tenantId: string, reportId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId, reportId }, { singletonKey: reportId });
  }

  /** Queues reports that a crash kept from the queue. Several processes may do it at once. */
  async queueOrphaned(tenantId: string, now: Date): Promise<void> {
    const before = new Date(now.getTime() - ORPHANED_AFTER);
    for (const reportId of await this.ctx.db.tenant(tenantId, (tx) => store.findNotStarted(tx, tenantId, before)))
      await this.queue(tenantId, reportId);
  }

  /** Queues a new report. @returns its current state; the list shows its progress */
  async create(tenantId: string, request: NewReportRequest): Promise<Report> {
    this.#contents.check(request.type, request.criteria);
    const reportId = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      await store.insertReport(tx, tenantId, { ...request, reportId, scheduleId: null });
    });
    await this.queue(tenantId, reportId);
    const [report] = await this.ctx.db.tenant(tenantId, (tx) => store.findReports(tx, tenantId, [reportId]));
    if (!report) throw notFound('The report was deleted before it was started.');
    return report;
  }

  /** Returns one page of reports, or one report by id. */
  list(tenantId: string, page: { offset: number; limit: number; reportId?: string }): Promise<{ entries: Report[]; count: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      if (page.reportId !== undefined) {
        const entries = await store.findReports(tx, tenantId, [page.reportId]);
        return { entries, count: entries.length };
      }
      return { entries: await store.listReports(tx, tenantId, page.offset, page.limit), count: await store.countReports(tx, tenantId) };
    });
  }

  /** Renames a report. @returns its former name */
  async rename(tenantId: string, reportId: string, name: string): Promise<string> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const [before] = await store.findReports(tx, tenantId, [reportId]);
      if (!before || !(await store.renameReport(tx, tenantId, reportId, name))) throw notFound('This report no longer exists. Reload the list.');
      return before.name;
    });
  }

  /** Deletes reports, all or none, and stops those in progress. @returns the deleted reports */
  async remove(tenantId: string, ids: readonly string[]): Promise<Report[]> {
    const distinct = [...new Set(ids)];
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await store.findReports(tx, tenantId, distinct);
      const deleted = await store.deleteReports(tx, tenantId, distinct);
      if (deleted !== distinct.length) throw notFound('Some of these reports no longer exist. Nothing was deleted. Reload the list.');
      return before;
    });
  }

  /** Returns the file of one report, or a zip of several. @throws ApiError 404 if one was deleted, 409 if one is not finished */
  async download(tenantId: string, ids: readonly string[]): Promise<FileReply> {
    const distinct = [...new Set(ids)];
    const reports = await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.removeExpired(tx, tenantId, new Date());
      return store.findReports(tx, tenantId, distinct);
    });
    if (reports.length === 0 || reports.length !== distinct.length) throw notFound('This report no longer exists. Reload the list.');
    return reportFile(this.ctx.db, tenantId, reports);
  }

  /** Queues interrupted reports again, or gives them up after too many attempts. */
  async resume(tenantId: string): Promise<void> {
    const unfinished = await this.ctx.db.tenant(tenantId, (tx) => store.findUnfinished(tx, tenantId));
    for (const { report_id: reportId, attempts } of unfinished) {
      if (attempts < MOST_ATTEMPTS) await this.queue(tenantId, reportId);
      else await this.#giveUp(tenantId, reportId);
    }
    await this.#mailing.queueDue(tenantId, new Date());
  }

  async #giveUp(tenantId: string, reportId: string): Promise<void> {
    await this.ctx.db.tenant(tenantId, (tx) => store.giveUpReport(tx, tenantId, reportId, GIVEN_UP));
    await this.#mailing.queueDue(tenantId, new Date());
  }
}
