import {
  isEmailAddress,
  MAX_SCHEDULES,
  type ReportCriteria,
  type ReportFormat,
  type ReportFrequency,
  type ReportSchedule,
  type ReportType,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { FieldError } from '../../platform/http/validation';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import type { ReportMailing } from './mailing';
import { isDayOf, isTimeZone, nextRun } from './next-run';
import * as store from './schedule-store';

export interface ScheduleChange {
  name?: string;
  format?: ReportFormat;
  criteria?: ReportCriteria;
  frequency?: ReportFrequency;
  day?: number;
  hour?: number;
  time_zone?: string;
  recipients?: readonly string[];
  paused?: boolean;
}

export type NewSchedule = Required<Omit<ScheduleChange, 'paused'>> & { type: ReportType; accountId: string | null; createdBy: string };

/** The parts of reports that schedules need. */
export interface ScheduledReports {
  /** Throws 422 for invalid criteria. */
  check(type: ReportType, criteria: ReportCriteria): void;
  /** Queues a stored report. */
  queue(tenantId: string, reportId: string): Promise<void>;
  /** Queues reports that a crash kept from the queue. */
  queueOrphaned(tenantId: string, now: Date): Promise<void>;
}

/** Interval of the check for due schedules, ms. */
const LOOK = 60_000;

/** Manages reports that are generated every week or month and sent by e-mail. */
export class ReportSchedules {
  readonly #rounds: TenantRounds;

  constructor(
    private readonly ctx: Context,
    private readonly deps: {
      reports: ScheduledReports;
      mailing: ReportMailing;
      tenantIds: () => Promise<string[]>;
      /** Reports whether the tenant has the report service. */
      isOn: (tenantId: string) => Promise<boolean>;
    },
  ) {
    const visit = (tenantId: string): Promise<void> => this.runDue(tenantId, new Date());
    const failed = 'due scheduled reports could not be started';
    this.#rounds = new TenantRounds({ every: LOOK, tenantIds: deps.tenantIds, visit, log: ctx.log, failed });
  }

  stop(): void {
    this.#rounds.stop();
  }

  list(tenantId: string): Promise<ReportSchedule[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const runs = await store.lastRuns(tx, tenantId);
      return (await store.listSchedules(tx, tenantId)).map((row) => store.toSchedule(row, runs));
    });
  }

  async create(tenantId: string, { type, accountId, createdBy, ...given }: NewSchedule): Promise<ReportSchedule> {
    const times = { frequency: given.frequency, day: given.day, hour: given.hour, time_zone: given.time_zone };
    const recipients = checked(given);
    this.deps.reports.check(type, given.criteria);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      if ((await store.listSchedules(tx, tenantId)).length >= MAX_SCHEDULES)
        throw conflict('TOO_MANY_SCHEDULES', `The limit of ${MAX_SCHEDULES} scheduled reports is reached. Delete an unneeded one first.`);
      const scheduleId = await store.insertSchedule(tx, tenantId, {
        ...times,
        name: given.name.trim(),
        type,
        format: given.format,
        criteria: JSON.stringify(given.criteria),
        account_id: accountId,
        recipients: JSON.stringify(recipients),
        next_at: nextRun(store.timesOf(times), new Date()),
        created_by: createdBy,
      });
      return this.#read(tx, tenantId, scheduleId);
    });
  }

  /** Changes a schedule. The next run moves if its times change or a pause ends. @returns the schedule before and after */
  async change(tenantId: string, scheduleId: string, change: ScheduleChange): Promise<{ before: ReportSchedule; after: ReportSchedule }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.findSchedule(tx, tenantId, scheduleId, { lock: true });
      if (!row) throw noSchedule();
      const before = await this.#read(tx, tenantId, scheduleId);
      const wanted = { ...before, ...change };
      const recipients = checked(wanted);
      this.deps.reports.check(wanted.type, wanted.criteria);
      const times = { frequency: wanted.frequency, day: wanted.day, hour: wanted.hour, time_zone: wanted.time_zone };
      const isMoved = (['frequency', 'day', 'hour', 'time_zone', 'paused'] as const).some((field) => wanted[field] !== before[field]);
      await store.updateSchedule(tx, tenantId, scheduleId, {
        ...times,
        name: wanted.name.trim(),
        format: wanted.format,
        criteria: JSON.stringify(wanted.criteria),
        recipients: JSON.stringify(recipients),
        ...(isMoved ? { next_at: wanted.paused ? null : nextRun(store.timesOf(times), new Date()) } : {}),
      });
      await store.keepRecipients(tx, tenantId, scheduleId, recipients);
      return { before, after: await this.#read(tx, tenantId, scheduleId) };
    });
  }

  async remove(tenantId: string, scheduleId: string): Promise<ReportSchedule> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await this.#read(tx, tenantId, scheduleId);
      await store.deleteSchedule(tx, tenantId, scheduleId);
      return before;
    });
  }

  /** Runs a schedule now, even while it is paused. @throws ApiError 409 while it is running */
  async runNow(tenantId: string, scheduleId: string): Promise<ReportSchedule> {
    const { reportId, schedule } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.findSchedule(tx, tenantId, scheduleId, { lock: true });
      if (!row) throw noSchedule();
      if ((await this.#read(tx, tenantId, scheduleId)).last_run?.state === 'RUNNING')
        throw conflict('SCHEDULE_RUNNING', 'This report is already running. Wait until it is sent.');
      const begun = await store.startRun(tx, tenantId, row, new Date(), { isDue: false });
      return { reportId: begun, schedule: await this.#read(tx, tenantId, scheduleId) };
    });
    await this.deps.reports.queue(tenantId, reportId);
    return schedule;
  }

  /** Starts due schedules, each once over all processes. While the tenant's reports are off, none starts. */
  async runDue(tenantId: string, now: Date): Promise<void> {
    if (!(await this.deps.isOn(tenantId))) return;
    const begun = await this.ctx.db.tenant(tenantId, async (tx) => {
      const ids: string[] = [];
      for (const schedule of await store.lockDue(tx, tenantId, now)) ids.push(await store.startRun(tx, tenantId, schedule, now, { isDue: true }));
      return ids;
    });
    for (const reportId of begun) await this.deps.reports.queue(tenantId, reportId);
    await this.deps.reports.queueOrphaned(tenantId, now);
    await this.deps.mailing.queueDue(tenantId, now);
  }

  async #read(tx: Tx, tenantId: string, scheduleId: string): Promise<ReportSchedule> {
    const row = await store.findSchedule(tx, tenantId, scheduleId);
    if (!row) throw noSchedule();
    return store.toSchedule(row, await store.lastRuns(tx, tenantId));
  }
}

function noSchedule(): Error {
  return notFound('This scheduled report no longer exists. Reload the list.');
}

/** Returns the distinct recipients. @throws ApiError 422 with the invalid fields */
function checked({
  name,
  frequency,
  day,
  time_zone,
  recipients,
}: Required<Pick<ScheduleChange, 'name' | 'frequency' | 'day' | 'time_zone' | 'recipients'>>): string[] {
  const wrong = (field: string, message: string): FieldError[] => [{ in: 'body', field, message }];
  const fields = [
    ...(name.trim() === '' ? wrong('name', 'Enter a name.') : []),
    ...(isDayOf(frequency, day) ? [] : wrong('day', frequency === 'WEEKLY' ? 'Choose a weekday from 1 to 7.' : 'Choose a day from 1 to 31.')),
    ...(isTimeZone(time_zone) ? [] : wrong('time_zone', 'This time zone does not exist.')),
    ...recipients.flatMap((recipient, index) => (isEmailAddress(recipient.trim()) ? [] : wrong(`recipients.${index}`, 'Invalid email address'))),
  ];
  const [first] = fields;
  if (first) throw unprocessable('INVALID_INPUT', first.message, { fields });
  return [...new Map(recipients.map((recipient) => [recipient.trim().toLowerCase(), recipient.trim()])).values()];
}
