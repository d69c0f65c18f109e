import { randomUUID } from 'node:crypto';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { ReportSchedule, ReportType } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { dayIn, nextRun, type RunTimes } from './next-run';
import { insertReport } from './store';
import type { ReportScheduleTable } from './tables';

export type ScheduleRow = Selectable<ReportScheduleTable>;
export type NewSchedule = Omit<Insertable<ReportScheduleTable>, 'tenant_id' | 'schedule_id' | 'last_at' | 'last_report_id' | 'created_at'>;
export type ScheduleChange = Updateable<Omit<ReportScheduleTable, 'tenant_id' | 'schedule_id'>>;

/** Limit of a report's name, which consists of its schedule and its day. */
const LONGEST_NAME = 300;

export function timesOf({ frequency, day, hour, time_zone: timeZone }: Pick<ScheduleRow, 'frequency' | 'day' | 'hour' | 'time_zone'>): RunTimes {
  return { frequency, day, hour, timeZone };
}

export async function listSchedules(tx: Tx, tenantId: string): Promise<ScheduleRow[]> {
  return tx.selectFrom('report_schedule').selectAll().where('tenant_id', '=', tenantId).orderBy('name').orderBy('schedule_id').execute();
}

/** @param lock prevents changes and runs by others until the end of the transaction */
export async function findSchedule(tx: Tx, tenantId: string, scheduleId: string, { lock = false } = {}): Promise<ScheduleRow | undefined> {
  const query = tx.selectFrom('report_schedule').selectAll().where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function insertSchedule(tx: Tx, tenantId: string, schedule: NewSchedule): Promise<string> {
  const scheduleId = randomUUID();
  await tx
    .insertInto('report_schedule')
    .values({ ...schedule, tenant_id: tenantId, schedule_id: scheduleId, last_at: null, last_report_id: null })
    .execute();
  return scheduleId;
}

export async function updateSchedule(tx: Tx, tenantId: string, scheduleId: string, change: ScheduleChange): Promise<void> {
  await tx.updateTable('report_schedule').set(change).where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId).execute();
}

/** Deletes waiting mails to former recipients. */
export async function keepRecipients(tx: Tx, tenantId: string, scheduleId: string, recipients: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('report_delivery')
    .where('tenant_id', '=', tenantId)
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'WAITING')
    .where('recipient', 'not in', [...recipients])
    .execute();
}

export async function deleteSchedule(tx: Tx, tenantId: string, scheduleId: string): Promise<boolean> {
  const result = await tx.deleteFrom('report_schedule').where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns due schedules and locks them until the end of the transaction. Concurrent callers get others. */
export async function lockDue(tx: Tx, tenantId: string, now: Date): Promise<ScheduleRow[]> {
  return tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Starts a run: stores its report and a waiting mail to each recipient. The next time of a due schedule is after now, so a server that was down for
 * weeks makes one report.
 * @returns the id of the report, which still has to be queued
 */
export async function startRun(tx: Tx, tenantId: string, schedule: ScheduleRow, now: Date, { isDue }: { isDue: boolean }): Promise<string> {
  const { schedule_id: scheduleId, name } = schedule;
  const reportId = randomUUID();
  const ending = ` ${dayIn(schedule.time_zone, now)}`;
  await insertReport(tx, tenantId, {
    reportId,
    name: `${[...name].slice(0, LONGEST_NAME - ending.length).join('')}${ending}`,
    type: schedule.type as ReportType,
    format: schedule.format,
    criteria: schedule.criteria,
    accountId: schedule.account_id,
    createdBy: schedule.created_by,
    scheduleId,
  });
  await tx
    .deleteFrom('report_delivery')
    .where('tenant_id', '=', tenantId)
    .where('schedule_id', '=', scheduleId)
    .where('state', '<>', 'WAITING')
    .execute();
  const deliveries = schedule.recipients.map((recipient) => ({
    tenant_id: tenantId,
    delivery_id: randomUUID(),
    schedule_id: scheduleId,
    report_id: reportId,
    recipient,
    state: 'WAITING' as const,
    attempts: 0,
    next_at: now,
    message: '',
  }));
  await bulkInsert(tx, 'report_delivery', deliveries);
  const next = isDue ? { next_at: nextRun(timesOf(schedule), now) } : {};
  await updateSchedule(tx, tenantId, scheduleId, { last_at: now, last_report_id: reportId, ...next });
  return reportId;
}

/** Returns the mail states of each schedule's last run. */
export async function lastRuns(tx: Tx, tenantId: string): Promise<Map<string, { waiting: number; sent: number; failed: number; error: string }>> {
  const rows = await tx
    .selectFrom('report_delivery as d')
    .innerJoin('report_schedule as s', (join) => join.onRef('s.tenant_id', '=', 'd.tenant_id').onRef('s.schedule_id', '=', 'd.schedule_id'))
    .whereRef('s.last_report_id', '=', 'd.report_id')
    .where('d.tenant_id', '=', tenantId)
    .groupBy('d.schedule_id')
    .select([
      'd.schedule_id',
      sql<number>`count(*) filter (where d.state = 'WAITING')::int`.as('waiting'),
      sql<number>`count(*) filter (where d.state = 'SENT')::int`.as('sent'),
      sql<number>`count(*) filter (where d.state = 'FAILED')::int`.as('failed'),
      sql<string | null>`max(d.message) filter (where d.state <> 'SENT')`.as('error'),
    ])
    .execute();
  return new Map(rows.map(({ schedule_id: id, error, ...counts }) => [id, { ...counts, error: error ?? '' }]));
}

export function toSchedule(row: ScheduleRow, runs: Awaited<ReturnType<typeof lastRuns>>): ReportSchedule {
  return {
    schedule_id: row.schedule_id,
    name: row.name,
    type: row.type as ReportType,
    format: row.format,
    criteria: row.criteria,
    account_id: row.account_id,
    frequency: row.frequency,
    day: row.day,
    hour: row.hour,
    time_zone: row.time_zone,
    recipients: row.recipients,
    paused: row.next_at === null,
    next_run: row.next_at === null ? null : new Date(row.next_at).toISOString(),
    last_run: lastRunOf(row, runs.get(row.schedule_id)),
    created_by: row.created_by,
    create_date: new Date(row.created_at).toISOString(),
  };
}

function lastRunOf(
  { last_at: at, last_report_id: reportId }: ScheduleRow,
  { waiting = 0, sent = 0, failed = 0, error = '' }: Partial<{ waiting: number; sent: number; failed: number; error: string }> = {},
): ReportSchedule['last_run'] {
  if (at === null || reportId === null) return null;
  const state = waiting > 0 ? 'RUNNING' : failed > 0 ? 'FAILED' : 'SENT';
  return { at: new Date(at).toISOString(), report_id: reportId, state, sent, failed, error };
}
