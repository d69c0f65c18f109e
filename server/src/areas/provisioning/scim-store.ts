import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { conditionOf, type FilterColumns } from './conditions';
import { parseFilter } from './filter';

/** One request changes the users and groups of a tenant at a time, so that rights follow the groups of the last one. */
export async function lockTenantIn(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim ${tenantId}`}, 0))`.execute(tx);
}

/** A part of a list. */
export interface ScimPage {
  /** Position of the first resource, from 1. */
  startIndex: number;
  count: number;
}

/** Resources of a page by default, and at most. */
const DEFAULT_COUNT = 100;
const MOST_COUNT = 500;

/** Reads the part of a list that a request asks for. Values that make no sense are read as the protocol says. */
export function readPage({ startIndex, count }: { startIndex?: string; count?: string }): ScimPage {
  const first = Number.parseInt(startIndex ?? '1', 10);
  const wanted = Number.parseInt(count ?? String(DEFAULT_COUNT), 10);
  return {
    startIndex: Number.isFinite(first) ? Math.min(Math.max(first, 1), 10_000_000) : 1,
    count: Number.isFinite(wanted) ? Math.min(Math.max(wanted, 0), MOST_COUNT) : DEFAULT_COUNT,
  };
}

/** Reads a page of the users or groups of a tenant that a filter selects, with the number of all of them. */
export async function pageIn<Row>(
  tx: Tx,
  tenantId: string,
  { table, id, columns }: { table: 'scim_user' | 'scim_group'; id: string; columns: FilterColumns },
  { filter, page }: { filter: string | undefined; page: ScimPage },
): Promise<{ total: number; rows: Row[] }> {
  const condition = filter === undefined ? sql<boolean>`true` : conditionOf(parseFilter(filter), columns);
  const found = sql`from ${sql.table(table)} where tenant_id = ${tenantId} and (${condition})`;
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int n ${found}`.execute(tx);
  const total = counted[0]?.n ?? 0;
  if (page.count === 0) return { total, rows: [] };
  const { rows } = await sql<Row>`
    select * ${found} order by created_at, ${sql.ref(id)} offset ${page.startIndex - 1} limit ${page.count}`.execute(tx);
  return { total, rows };
}

/** Returns a list in the form of the protocol. */
export function listResponse(resources: readonly object[], total: number, { startIndex }: ScimPage): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
