import { sql, type RawBuilder } from 'kysely';
import { bulkInsert } from '../../../platform/db/bulk-insert';
import type { Tx } from '../../../platform/db/database';
import { isLeftIn } from '../../../platform/http/account-filter';
import type { Fact, Section, Sections } from './facts';

export interface CountState {
  countId: string | null;
  head: number;
  countedAt: string | null;
  runningId: string | null;
}

const NOTHING: CountState = { countId: null, head: -1, countedAt: null, runningId: null };

export async function readState(tx: Tx, tenantId: string): Promise<CountState> {
  const row = await tx.selectFrom('inventory_state').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  if (!row) return NOTHING;
  const countedAt = row.counted_at === null ? null : new Date(row.counted_at).toISOString();
  return { countId: row.count_id, head: Number(row.head), countedAt, runningId: row.running_id };
}

/** Takes the place of whatever counted before, and clears away what it left. */
export async function beginCount(tx: Tx, tenantId: string, runningId: string): Promise<void> {
  await tx
    .insertInto('inventory_state')
    .values({ tenant_id: tenantId, count_id: null, head: -1, counted_at: null, running_id: runningId })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ running_id: runningId }))
    .execute();
  await sql`
    delete from inventory_fact where tenant_id = ${tenantId}
      and count_id is distinct from (select count_id from inventory_state where tenant_id = ${tenantId})`.execute(tx);
}

export async function addFacts(tx: Tx, tenantId: string, countId: string, facts: readonly Fact[]): Promise<void> {
  const rows = facts.map((fact) => ({ tenant_id: tenantId, count_id: countId, ...fact }));
  await bulkInsert(tx, 'inventory_fact', rows as never);
}

/** Gives a count up: what was counted before is still read. */
export async function dropCount(tx: Tx, tenantId: string, countId: string): Promise<void> {
  await tx.updateTable('inventory_state').set({ running_id: null }).where('tenant_id', '=', tenantId).where('running_id', '=', countId).execute();
}

/** Makes a count the one that is read. False: another one took its place. */
export async function publishCount(tx: Tx, tenantId: string, countId: string, head: number): Promise<boolean> {
  const published = await tx
    .updateTable('inventory_state')
    .set({ count_id: countId, head, counted_at: new Date(), running_id: null })
    .where('tenant_id', '=', tenantId)
    .where('running_id', '=', countId)
    .executeTakeFirst();
  if (published.numUpdatedRows === 0n) return false;
  await tx.deleteFrom('inventory_fact').where('tenant_id', '=', tenantId).where('count_id', '<>', countId).execute();
  return true;
}

export interface FactFilter {
  /** Null: of all accounts. */
  accountId?: string | null;
  keys?: readonly string[];
  where?: RawBuilder<boolean>;
  orderBy?: RawBuilder<unknown>;
  limit?: number;
  offset?: number;
}

/** What was counted in a section, by name unless said otherwise. */
export async function readFacts<S extends Section>(tx: Tx, tenantId: string, section: S, wanted: FactFilter = {}): Promise<Sections[S][]> {
  const { orderBy = sql`f.name, f.key`, limit, offset = 0 } = wanted;
  const { rows } = await sql<{ value: Sections[S] }>`
    select f.value from inventory_fact f where ${conditions(tenantId, section, wanted)} order by ${orderBy}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(tx);
  return rows.map(({ value }) => value);
}

/** The keys of what was counted, by name unless said otherwise. */
export async function readFactKeys(tx: Tx, tenantId: string, section: Section, wanted: FactFilter = {}): Promise<string[]> {
  const { orderBy = sql`f.name, f.key`, limit, offset = 0 } = wanted;
  const { rows } = await sql<{ key: string }>`
    select f.key from inventory_fact f where ${conditions(tenantId, section, wanted)} order by ${orderBy}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(tx);
  return rows.map(({ key }) => key);
}

/** How many there are of a section: read from its total unless only some are asked for. */
export async function countFacts(tx: Tx, tenantId: string, section: Section, wanted: FactFilter = {}): Promise<number> {
  if (!wanted.where && !wanted.keys) {
    const totals = await readFacts(tx, tenantId, 'rows', { accountId: wanted.accountId ?? null, where: sql<boolean>`f.name = ${section}` });
    return totals.reduce((sum, { n }) => sum + n, 0);
  }
  const { rows } = await sql<{ n: number | string }>`select count(*) n from inventory_fact f where ${conditions(tenantId, section, wanted)}`.execute(
    tx,
  );
  return Number(rows[0]?.n ?? 0);
}

function conditions(tenantId: string, section: Section, { accountId = null, keys, where }: FactFilter): RawBuilder<boolean> {
  const parts = [
    sql`f.tenant_id = ${tenantId} and f.section = ${section}`,
    sql`f.count_id = (select s.count_id from inventory_state s where s.tenant_id = ${tenantId})`,
    ...(accountId === null ? [] : [isLeftIn(sql`f.account_id`, accountId)]),
    ...(keys === undefined ? [] : [keys.length === 0 ? sql`false` : sql`f.key in (${sql.join([...keys])})`]),
    ...(where === undefined ? [] : [where]),
  ];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
