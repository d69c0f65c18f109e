import type { Transaction } from 'kysely';
import type { Report, ReportStatus, ReportType } from '@cam/contracts/server';
import type { Database } from '../db/schema';

export interface NewReport {
  reportId: string;
  name: string;
  type: ReportType;
  query: string;
  accountId: string | null;
  createdBy: string;
}

export interface ReportRow extends Report {
  query: string;
  accountId: string | null;
  createdAt: Date;
}

type Tx = Transaction<Database>;

export async function insertReport(tx: Tx, tenantId: string, report: NewReport): Promise<void> {
  await tx
    .insertInto('report')
    .values({
      tenant_id: tenantId,
      report_id: report.reportId,
      name: report.name,
      type: report.type,
      query: report.query,
      account_id: report.accountId,
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

/** One page of the tenant's reports, newest first. */
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

/** The reports with these ids, in the order asked for; unknown ids are left out. */
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

export interface ReportState {
  status: ReportStatus;
  progress: number;
  error?: string;
  rows?: number;
  bytes?: number;
}

/** Writes how far a report is; false when it was deleted meanwhile. */
export async function saveReportState(tx: Tx, tenantId: string, reportId: string, state: ReportState): Promise<boolean> {
  const result = await tx
    .updateTable('report')
    .set({
      status: state.status,
      progress: state.progress,
      error: state.error ?? '',
      ...(state.rows === undefined ? {} : { row_count: state.rows }),
      ...(state.bytes === undefined ? {} : { byte_count: state.bytes }),
    })
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function saveReportFile(tx: Tx, tenantId: string, reportId: string, content: Buffer): Promise<void> {
  await tx
    .insertInto('report_file')
    .values({ tenant_id: tenantId, report_id: reportId, content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'report_id']).doUpdateSet({ content }))
    .execute();
}

export async function readReportFile(tx: Tx, tenantId: string, reportId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('report_file')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return row ? Buffer.from(row.content) : null;
}

interface StoredReport {
  report_id: string;
  name: string;
  type: string;
  query: string;
  account_id: string | null;
  status: ReportStatus;
  progress: number;
  row_count: number | null;
  byte_count: number | null;
  error: string;
  created_by: string;
  created_at: Date | string;
}

function toReport(row: StoredReport): ReportRow {
  const createdAt = new Date(row.created_at);
  return {
    report_id: row.report_id,
    name: row.name,
    type: row.type as ReportType,
    status: row.status,
    progress: row.progress,
    rows: row.row_count === null ? null : Number(row.row_count),
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    created_by: row.created_by,
    create_date: createdAt.toISOString(),
    error: row.error,
    query: row.query,
    accountId: row.account_id,
    createdAt,
  };
}
