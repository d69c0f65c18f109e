import { sql } from 'kysely';
import type { Tx } from '../db/database';
import type { Query } from './ast';
import { column, type Condition } from './sql-conditions';

/** An account that is connected: what the graph's account ids are called. */
export interface ConnectedAccount {
  account_id: string;
  account_name: string;
}

/** What a query looks at. */
export interface QueryScope {
  tenantId: string;
  /** The account filter of whoever asks; null: all accounts. */
  accountId: string | null;
  accounts: readonly ConnectedAccount[];
  /** The last snapshot that counts; null: the graph as it is now. */
  snapshotId: number | null;
}

/** The snapshot at the end of the day (UTC) that a query asks about; 0 where there was none yet, null where it asks about now. */
export async function snapshotOf(tx: Tx, tenantId: string, { asOf }: Query): Promise<number | null> {
  if (asOf === null) return null;
  const { rows } = await sql<{ id: number | string | null }>`
    select max(snapshot_id) id from graph_snapshot
    where tenant_id = ${tenantId} and state <> 'staging' and taken_at < ${`${asOf}T00:00:00Z`}::timestamptz + interval '1 day'`.execute(tx);
  return Number(rows[0]?.id ?? 0);
}

/** Whether a row of the graph is the tenant's and holds in the scope. */
export function holds(alias: string, { tenantId, snapshotId }: QueryScope): Condition {
  const own = sql<boolean>`${column(alias, 'tenant_id')} = ${tenantId}`;
  const [from, to] = [column(alias, 'valid_from'), column(alias, 'valid_to')];
  if (snapshotId === null) return sql<boolean>`${own} and ${to} is null`;
  return sql<boolean>`${own} and ${from} <= ${snapshotId} and (${to} is null or ${to} > ${snapshotId})`;
}
