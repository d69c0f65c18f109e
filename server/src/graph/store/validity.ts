import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';

/** Returns the last snapshot at the end of a day (YYYY-MM-DD, UTC; null: the newest); 0 before the first. */
export async function snapshotAt(tx: Tx, tenantId: string, day: string | null): Promise<number> {
  const byThen = day === null ? sql`true` : sql`taken_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`;
  const { rows } = await sql<{ id: number | string | null }>`
    select max(snapshot_id) id from graph_snapshot where tenant_id = ${tenantId} and state <> 'staging' and ${byThen}`.execute(tx);
  return Number(rows[0]?.id ?? 0);
}

/** Returns the days (UTC) with a snapshot, newest first, each with the snapshot that `snapshotAt` finds for it. */
export async function snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<{ day: string; snapshotId: number }[]> {
  const { rows } = await sql<{ day: string; id: number | string }>`
    select to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           max(max(snapshot_id)) over (order by to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD')) as id
    from graph_snapshot where tenant_id = ${tenantId} and state <> 'staging' group by 1 order by 1 desc limit ${limit}`.execute(tx);
  return rows.map(({ day, id }) => ({ day, snapshotId: Number(id) }));
}

/** The graph of a tenant at a snapshot; null: now. */
export interface Moment {
  tenantId: string;
  snapshotId: number | null;
}

/** Returns whether a row of a versioned table belongs to the tenant and is valid at a snapshot; null: now. */
export function holdsAt(alias: string, tenantId: string, snapshotId: number | null): RawBuilder<boolean> {
  const { own, from, to } = columnsOf(alias, tenantId);
  if (snapshotId === null) return sql<boolean>`${own} and ${to} is null`;
  return sql<boolean>`${own} and ${from} <= ${snapshotId} and (${to} is null or ${to} > ${snapshotId})`;
}

/** Two snapshots, the earlier first. */
export interface Span {
  since: number;
  until: number;
}

/** Returns the span from the end of one day (YYYY-MM-DD, UTC) to the end of another; null: until now. */
export async function spanBetween(tx: Tx, tenantId: string, since: string, until: string | null): Promise<Span> {
  return { since: await snapshotAt(tx, tenantId, since), until: await snapshotAt(tx, tenantId, until) };
}

/** Returns whether a tenant's row was valid at the earlier snapshot and is not at the later one. */
export function endedWithin(alias: string, tenantId: string, { since, until }: Span): RawBuilder<boolean> {
  const { own, from, to } = columnsOf(alias, tenantId);
  return sql<boolean>`${own} and ${from} <= ${since} and ${to} > ${since} and ${to} <= ${until}`;
}

/** Returns whether a tenant's row was not valid at the earlier snapshot and is at the later one. */
export function begunWithin(alias: string, tenantId: string, { since, until }: Span): RawBuilder<boolean> {
  const { own, from, to } = columnsOf(alias, tenantId);
  return sql<boolean>`${own} and ${from} > ${since} and ${from} <= ${until} and (${to} is null or ${to} > ${until})`;
}

/**
 * Selects columns of a tenant's rows of a versioned table that hold at either snapshot, or were current in between. The rows of now and the former ones are two
 * parts, because each has an index of its own.
 * @param where a condition on one column, such as `isIn`: the planner would not look up the rows of a join in two parts
 */
export function atEither(
  table: string,
  columns: readonly string[],
  { tenantId, span: { since, until }, where }: { tenantId: string; span: Span; where: RawBuilder<boolean> },
): RawBuilder<unknown> {
  const selected = sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)} where tenant_id = ${tenantId} and ${where}`;
  return sql`(${selected} and valid_to is null and valid_from <= ${until} union all ${selected} and valid_to > ${since} and valid_from <= ${until})`;
}

/** Returns whether a column has one of the values of a list, which is computed first. */
export function isIn(column: string, list: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(array(${list}))`;
}

function columnsOf(alias: string, tenantId: string): { own: RawBuilder<boolean>; from: RawBuilder<number>; to: RawBuilder<number> } {
  return {
    own: sql<boolean>`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}`,
    from: sql<number>`${sql.ref(`${alias}.valid_from`)}`,
    to: sql<number>`${sql.ref(`${alias}.valid_to`)}`,
  };
}
