import { sql, type RawBuilder } from 'kysely';
import { bulkInsert } from '../../../platform/db/bulk-insert';
import type { Tx } from '../../../platform/db/database';
import { matchesAccount } from '../../../platform/http/account-filter';
import { USER_TYPES } from '../counts/count-privileges';
import type { Fact, Section, Sections } from './facts';
import type { ProfileSize } from './hidden-tallies';

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

/** Starts a count: replaces any running count and clears its rows. */
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

/** Abandons a count. The previous one stays readable. */
export async function dropCount(tx: Tx, tenantId: string, countId: string): Promise<void> {
  await tx.updateTable('inventory_state').set({ running_id: null }).where('tenant_id', '=', tenantId).where('running_id', '=', countId).execute();
}

/**
 * Makes a count the current one.
 * @returns false when another count replaced it
 */
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
  /** Null: all accounts. */
  accountId?: string | null;
  keys?: readonly string[];
  where?: RawBuilder<boolean>;
  orderBy?: RawBuilder<unknown>;
  limit?: number;
  offset?: number;
}

/** Returns the facts of a section, by name unless stated otherwise. */
export async function readFacts<S extends Section>(tx: Tx, tenantId: string, section: S, wanted: FactFilter = {}): Promise<Sections[S][]> {
  const { orderBy = sql`f.name, f.key`, limit, offset = 0 } = wanted;
  const { rows } = await sql<{ value: Sections[S] }>`
    select f.value from inventory_fact f where ${conditions(tenantId, section, wanted)} order by ${orderBy}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(tx);
  return rows.map(({ value }) => value);
}

/** Returns the keys of a section, by name unless stated otherwise. */
export async function readFactKeys(tx: Tx, tenantId: string, section: Section, wanted: FactFilter = {}): Promise<string[]> {
  const { orderBy = sql`f.name, f.key`, limit, offset = 0 } = wanted;
  const { rows } = await sql<{ key: string }>`
    select f.key from inventory_fact f where ${conditions(tenantId, section, wanted)} order by ${orderBy}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Returns the number of facts of a section, from its total unless filtered. */
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

/** Counts the assessed users of each profile, and those that are not hidden. */
export async function countByProfile(tx: Tx, tenantId: string, hidden: RawBuilder<boolean>): Promise<Map<string, Omit<ProfileSize, 'profile'>>> {
  const ordinary = sql`f.value ->> 'purpose' = 'ordinary'`;
  const where = sql<boolean>`(f.value ->> 'judged')::boolean and f.value ->> 'profile_id' is not null and f.value ->> 'type' in (${sql.join(USER_TYPES)})`;
  const { rows } = await sql<ProfileSize>`
    select f.value ->> 'profile_id' profile, count(*)::int "all", (count(*) filter (where ${ordinary}))::int ordinary,
      (count(*) filter (where not ${hidden}))::int all_shown, (count(*) filter (where ${ordinary} and not ${hidden}))::int ordinary_shown
    from inventory_fact f where ${conditions(tenantId, 'identity', { where })} group by 1`.execute(tx);
  return new Map(rows.map(({ profile, ...sizes }) => [profile, sizes]));
}

function conditions(tenantId: string, section: Section, { accountId = null, keys, where }: FactFilter): RawBuilder<boolean> {
  const parts = [
    sql`f.tenant_id = ${tenantId} and f.section = ${section}`,
    sql`f.count_id = (select s.count_id from inventory_state s where s.tenant_id = ${tenantId})`,
    ...(accountId === null ? [] : [matchesAccount(sql`f.account_id`, accountId)]),
    ...(keys === undefined ? [] : [keys.length === 0 ? sql`false` : sql`f.key in (${sql.join([...keys])})`]),
    ...(where === undefined ? [] : [where]),
  ];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
