import { sql } from 'kysely';
import type { PartialReason, Report, ReportCriteria, ReportFormat, ReportStatus, ReportType } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

export interface NewReport {
  reportId: string;
  name: string;
  type: ReportType;
  format: ReportFormat;
  criteria: ReportCriteria;
  accountId: string | null;
  createdBy: string;
  /** Id of the schedule of the report. */
  scheduleId: string | null;
}

export interface ReportRow extends Report {
  criteria: ReportCriteria;
  accountId: string | null;
  createdAt: Date;
  attempts: number;
}

/** Time before the removal of its file from which a report has the status EXPIRING, ms. */
const EXPIRES_SOON = 3 * 24 * 60 * 60 * 1000;

const UNFINISHED: ReportStatus[] = ['REPORT_STATUS_INITIATED', 'REPORT_STATUS_IN_PROGRESS'];

export async function insertReport(tx: Tx, tenantId: string, report: NewReport): Promise<void> {
  await tx
    .insertInto('report')
    .values({
      tenant_id: tenantId,
      report_id: report.reportId,
      name: report.name,
      type: report.type,
      criteria: JSON.stringify(report.criteria),
      attempts: 0,
      account_id: report.accountId,
      format: report.format,
      schedule_id: report.scheduleId,
      status: 'REPORT_STATUS_INITIATED',
      progress: 0,
      row_count: null,
      byte_count: null,
      error: '',
      created_by: report.createdBy,
      expires_at: null,
    })
    .execute();
}

/** Deletes expired reports. */
export async function removeExpired(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await tx.deleteFrom('report').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
}

/** Returns waiting and running reports. */
export async function findUnfinished(tx: Tx, tenantId: string): Promise<ReportRow[]> {
  const rows = await tx.selectFrom('report').selectAll().where('tenant_id', '=', tenantId).where('status', 'in', UNFINISHED).execute();
  return rows.map(toReport);
}

/** Returns reports that were created before a time and never started: their job was not queued. */
export async function findNotStarted(tx: Tx, tenantId: string, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('report')
    .select('report_id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'REPORT_STATUS_INITIATED')
    .where('created_at', '<', before)
    .execute();
  return rows.map(({ report_id: id }) => id);
}

/** Returns one page of the tenant's reports, newest first. */
export async function listReports(tx: Tx, tenantId: string, offset: number, limit: number): Promise<ReportRow[]> {
  const rows = await tx
    .selectFrom('report')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('report_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(toReport);
}

export async function countReports(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx
    .selectFrom('report')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Returns the reports with these ids, in the given order. It skips unknown ids. */
export async function findReports(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('report')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('report_id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.report_id, toReport(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function renameReport(tx: Tx, tenantId: string, reportId: string, name: string): Promise<boolean> {
  const result = await tx.updateTable('report').set({ name }).where('tenant_id', '=', tenantId).where('report_id', '=', reportId).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteReports(tx: Tx, tenantId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await tx
    .deleteFrom('report')
    .where('tenant_id', '=', tenantId)
    .where('report_id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** One run of a report's job. A later run has taken over if the report has more attempts. */
export interface ReportKey {
  reportId: string;
  attempt: number;
}

export interface ReportState {
  status: ReportStatus;
  progress: number;
  error?: string;
  rows?: number;
  bytes?: number;
  expiresAt?: Date;
  partial?: readonly PartialReason[];
}

/** Stores the progress of a report. @returns false if it was deleted or another run took over */
export async function saveReportState(tx: Tx, tenantId: string, { reportId, attempt }: ReportKey, state: ReportState): Promise<boolean> {
  const result = await tx
    .updateTable('report')
    .set({
      status: state.status,
      progress: state.progress,
      error: state.error ?? '',
      ...(state.rows === undefined ? {} : { row_count: state.rows }),
      ...(state.bytes === undefined ? {} : { byte_count: state.bytes }),
      ...(state.expiresAt === undefined ? {} : { expires_at: state.expiresAt }),
      ...(state.partial === undefined ? {} : { partial: JSON.stringify(state.partial) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('attempts', '=', attempt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Marks an unfinished report as failed and ends its runs. */
export async function giveUpReport(tx: Tx, tenantId: string, reportId: string, error: string): Promise<void> {
  await tx
    .updateTable('report')
    .set((eb) => ({ status: 'REPORT_STATUS_ERROR', progress: 100, error, attempts: eb('attempts', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('status', 'in', UNFINISHED)
    .execute();
}

/** Starts a report and deletes the parts of an interrupted run. Null if it was deleted, is complete, or was given up. */
export async function beginReport(tx: Tx, tenantId: string, reportId: string): Promise<ReportRow | null> {
  const row = await tx
    .updateTable('report')
    .set((eb) => ({ status: 'REPORT_STATUS_IN_PROGRESS', progress: 1, error: '', attempts: eb('attempts', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('status', 'in', UNFINISHED)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await tx.deleteFrom('report_part').where('tenant_id', '=', tenantId).where('report_id', '=', reportId).execute();
  return toReport(row);
}

/** @returns false if the report was deleted or another run took over */
export async function addPart(tx: Tx, tenantId: string, { reportId, attempt }: ReportKey, part: number, content: Buffer): Promise<boolean> {
  const result = await sql`
    insert into report_part (tenant_id, report_id, part, content)
    select tenant_id, report_id, ${part}::int, ${content}::bytea from report
    where tenant_id = ${tenantId} and report_id = ${reportId} and attempts = ${attempt} for share`.execute(tx);
  return Number(result.numAffectedRows) > 0;
}

/** Returns a part; null after the last one. */
export async function readPart(tx: Tx, tenantId: string, reportId: string, part: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('report_part')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ? Buffer.from(row.content) : null;
}

interface StoredReport {
  report_id: string;
  name: string;
  type: string;
  criteria: ReportCriteria;
  account_id: string | null;
  format: ReportFormat;
  schedule_id: string | null;
  status: ReportStatus;
  progress: number;
  row_count: number | null;
  byte_count: number | null;
  error: string;
  created_by: string;
  created_at: Date | string;
  expires_at: Date | string | null;
  attempts: number;
  partial: PartialReason[];
}

function toReport(row: StoredReport): ReportRow {
  const createdAt = new Date(row.created_at);
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at);
  const isExpiring = row.status === 'REPORT_STATUS_COMPLETED' && expiresAt !== null && expiresAt.getTime() - Date.now() < EXPIRES_SOON;
  return {
    report_id: row.report_id,
    name: row.name,
    type: row.type as ReportType,
    format: row.format,
    status: isExpiring ? 'REPORT_STATUS_EXPIRING' : row.status,
    progress: row.progress,
    rows: row.row_count === null ? null : Number(row.row_count),
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    created_by: row.created_by,
    schedule_id: row.schedule_id,
    create_date: createdAt.toISOString(),
    expire_date: expiresAt?.toISOString() ?? null,
    error: row.error,
    partial: row.partial,
    criteria: row.criteria,
    attempts: row.attempts,
    accountId: row.account_id,
    createdAt,
  };
}
