import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { Tier } from './risk-rows';

/** Returns whether a row of `tier_member` belongs to the tenant and counts at a moment; null: now. Proposals and rejections do not count. */
export function countsAt(alias: string, tenantId: string, at: Date | null): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const isThen =
    at === null
      ? sql`${column('until')} is null`
      : sql`${column('since')} <= ${at.toISOString()}::timestamptz and (${column('until')} is null or ${column('until')} > ${at.toISOString()}::timestamptz)`;
  return sql<boolean>`${column('tenant_id')} = ${tenantId} and ${column('state')} = 'MEMBER' and ${isThen}`;
}

/** Selects the URIs, as `value`, of the entities whose tier is one of these. The rest has no rows, so it cannot be selected. */
export function entitiesOfTiers(tenantId: string, tiers: readonly Tier[], at: Date | null): RawBuilder<unknown> {
  return sql`
    select m.uri as value from tier_member m where ${countsAt('m', tenantId, at)} and m.tier is not null
    group by m.uri having min(m.tier) in (${sql.join(tiers.map((tier) => sql.lit(tier)))})`;
}

/** Returns whether a row of `risk_score` belongs to the tenant and is valid on a day (YYYY-MM-DD, UTC); null: now. */
export function scoredAt(alias: string, tenantId: string, day: string | null): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const isThen =
    day === null
      ? sql`${column('to_day')} is null`
      : sql`${column('from_day')} <= ${day} and (${column('to_day')} is null or ${column('to_day')} > ${day})`;
  return sql<boolean>`${column('tenant_id')} = ${tenantId} and ${isThen}`;
}

/** Returns the current tier of every entity that a rule assigns to one, by URI. */
export async function readTiers(tx: Tx, tenantId: string): Promise<Map<string, Tier>> {
  const { rows } = await sql<{ uri: string; tier: Tier }>`
    select m.uri, min(m.tier)::int tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by m.uri`.execute(tx);
  return new Map(rows.map(({ uri, tier }) => [uri, tier]));
}

/** Returns the current tiers of those of the entities that a rule assigns to one. */
export async function readTiersOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<{ uri: string; tier: Tier }[]> {
  if (uris.length === 0) return [];
  const { rows } = await sql<{ uri: string; tier: Tier }>`
    select m.uri, min(m.tier)::int tier from tier_member m
    where ${countsAt('m', tenantId, null)} and m.tier is not null and m.uri = any(${[...uris]}::text[]) group by m.uri order by m.uri`.execute(tx);
  return rows;
}

/** Returns a number that grows with every change of tiers, labels or scores. */
export async function readRevision(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx.selectFrom('risk_state').select('revision').where('tenant_id', '=', tenantId).executeTakeFirst();
  return Number(row?.revision ?? 0);
}

/**
 * Notes a change of tiers, labels or scores, so that cached results of queries are not used again.
 * @returns the new revision
 */
export async function growRevision(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ revision: string }>`
    insert into risk_state (tenant_id, revision) values (${tenantId}, 1)
    on conflict (tenant_id) do update set revision = risk_state.revision + 1 returning revision`.execute(tx);
  return Number(rows[0]?.revision);
}
