import type { Context } from '../../platform/context';
import { type Mail, waitAfter, type Outcome } from '../notifications';
import { claimDue, nextDue, saveOutcome, type DeliveryRow } from './delivery-store';
import { MAX_ATTACHMENT_BYTES, reportMail } from './mail';
import { fileNameOf, readFile } from './report-file';
import { findSchedule } from './schedule-store';
import { findReports } from './store';
import { FILES } from './write-file';

/** Sends a mail. All attempts of one mail have the same `id`, by which receivers recognize duplicates. */
export type SendMail = (to: string, mail: Mail, id: string) => Promise<Outcome>;

const JOB = 'reports.mail';

/**
 * Sends the reports of schedules, one mail to each recipient, and retries each until it is accepted or given up. A worker leases a mail for some
 * minutes before sending, so after a crash the mail goes out again under the same Message-ID.
 */
export class ReportMailing {
  constructor(
    private readonly ctx: Context,
    private readonly send: SendMail,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal), { atOnce: 2 });
  }

  /** Queues due mails, after a report was completed or failed. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  /** Queues mails of reports that were completed before a crash. */
  async queueDue(tenantId: string, now: Date): Promise<void> {
    const next = await this.ctx.db.tenant(tenantId, (tx) => nextDue(tx, tenantId));
    if (next && next <= now) await this.queue(tenantId);
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.ctx.db.tenant(tenantId, (tx) => claimDue(tx, tenantId, new Date()));
      if (due.length === 0) break;
      await Promise.all(due.map((delivery) => this.#deliver(tenantId, delivery)));
    }
    const next = await this.ctx.db.tenant(tenantId, (tx) => nextDue(tx, tenantId));
    // One job for each minute with due mails, so that a later mail does not delay an earlier one.
    if (next) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `minute ${Math.floor(next.getTime() / 60_000)}`, startAfter: next });
  }

  async #deliver(tenantId: string, delivery: DeliveryRow): Promise<void> {
    const outcome = await this.#try(tenantId, delivery);
    const wait = outcome.sent ? null : waitAfter(delivery.attempts, outcome);
    if (!outcome.sent)
      this.ctx.log.warn({ tenantId, delivery: delivery.delivery_id, attempts: delivery.attempts, message: outcome.message }, 'report not sent');
    await this.ctx.db.tenant(tenantId, (tx) =>
      saveOutcome(tx, delivery, {
        state: outcome.sent ? 'SENT' : wait === null ? 'FAILED' : 'WAITING',
        message: outcome.sent ? '' : outcome.message,
        ...(wait === null ? {} : { nextAt: new Date(Date.now() + wait) }),
      }),
    );
  }

  async #try(tenantId: string, { schedule_id: scheduleId, report_id: reportId, recipient, delivery_id: id }: DeliveryRow): Promise<Outcome> {
    const never = (message: string): Outcome => ({ sent: false, later: false, message });
    const { schedule, report } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      schedule: await findSchedule(tx, tenantId, scheduleId),
      report: (await findReports(tx, tenantId, [reportId]))[0],
    }));
    if (!schedule) return never('The schedule was deleted.');
    if (!report) return never('The report was deleted before it was sent.');
    if (report.status === 'REPORT_STATUS_ERROR') return never(report.error);
    const content = (report.bytes ?? 0) <= MAX_ATTACHMENT_BYTES ? await readFile(this.ctx.db, tenantId, report) : undefined;
    if (content === null) return never('The report was deleted before it was sent.');
    const attachment = content === undefined ? null : { filename: fileNameOf(report), contentType: FILES[report.format].contentType, content };
    return this.send(recipient, reportMail({ schedule, report, console: this.ctx.publicUrl }, attachment), id);
  }
}
