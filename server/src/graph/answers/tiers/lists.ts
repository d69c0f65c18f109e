import { sql, type RawBuilder } from 'kysely';
import type { ShadowControl, TierMember } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import type { MemberState, Tier } from '../../store/risk-rows';
import { countsAt, scoredAt } from '../../store/tiers';

/** The lists of the tenant, a page at a time. */
export interface Page {
  limit: number;
  offset: number;
}

export interface MemberFilter {
  state: MemberState | null;
  tier: Tier | null;
  ruleId: string | null;
  search: string;
}

type RawMember = Omit<TierMember, 'account_name' | 'since'> & { since: Date | string; total: number };

/** Returns the entities that rules hold now, by name. An entity that several sources describe appears once. */
export async function listMembers(
  tx: Tx,
  tenantId: string,
  { state, tier, ruleId, search }: MemberFilter,
  { limit, offset }: Page,
): Promise<{ rows: Omit<TierMember, 'account_name'>[]; total: number }> {
  const conditions = [
    sql`m.tenant_id = ${tenantId} and m.until is null`,
    ...(state === null ? [] : [sql`m.state = ${state}`]),
    ...(tier === null ? [] : [sql`m.tier = ${tier}::smallint`]),
    ...(ruleId === null ? [] : [sql`m.rule_id = ${ruleId}`]),
    ...(search === '' ? [] : [sql`position(lower(${search}) in lower(coalesce(e.name, m.uri))) > 0`]),
  ];
  const { rows } = await sql<RawMember>`
    select m.uri, coalesce(e.name, m.uri) as name, coalesce(e.type, '') as type, coalesce(e.account_id, '') account_id, e.name is not null present, m.rule_id,
      coalesce(r.name, '') rule_name, m.tier::int tier, m.labels, m.state, m.since, m.decided_by, m.note, (count(*) over ())::int total
    from tier_member m
      left join tier_rule r on r.tenant_id = m.tenant_id and r.rule_id = m.rule_id
      left join lateral (
        select e.name, e.type, e.account_id from graph_entity e
        where e.tenant_id = m.tenant_id and e.uri = m.uri and e.valid_to is null order by e.source_uid limit 1) e on true
    where ${sql.join(conditions, sql` and `)}
    order by lower(coalesce(e.name, m.uri)), m.uri, m.rule_id limit ${limit} offset ${offset}`.execute(tx);
  return {
    rows: rows.map(({ total: _total, since, ...row }) => ({ ...row, since: new Date(since).toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

/** Returns the first entities with these URIs, by name, with the tier that they have now. */
export async function findExamples(
  tx: Tx,
  tenantId: string,
  uris: readonly string[],
  limit: number,
): Promise<{ uri: string; name: string; type: string; account_id: string }[]> {
  if (uris.length === 0) return [];
  const { rows } = await sql<{ uri: string; name: string; type: string; account_id: string }>`
    select * from (
      select distinct on (e.uri) e.uri, e.name, e.type, e.account_id from graph_entity e
      where e.tenant_id = ${tenantId} and e.valid_to is null and e.uri = any(${[...uris]}::text[]) order by e.uri, e.source_uid) found
    order by lower(name), uri limit ${limit}`.execute(tx);
  return rows;
}

type RawShadow = Omit<ShadowControl, 'account_name' | 'query' | 'over' | 'how' | 'steps'> & {
  control: ShadowControl['over'] & Pick<ShadowControl, 'how' | 'steps'>;
  total: number;
};

/** Returns the identities that control tier 0 without being in it: those with the shortest way first. */
export async function listShadow(
  tx: Tx,
  tenantId: string,
  search: string,
  { limit, offset }: Page,
): Promise<{ rows: Omit<ShadowControl, 'account_name' | 'query'>[]; total: number }> {
  const { rows } = await sql<RawShadow>`
    select k.uri, k.name, k.type, k.account_id, k.tier::int tier, k.control, (count(*) over ())::int total
    from risk_score k where ${scoredAt('k', tenantId, null)} and k.control is not null and ${named(search)}
    order by (k.control ->> 'steps')::int, lower(k.name), k.entity_id limit ${limit} offset ${offset}`.execute(tx);
  return {
    rows: rows.map(({ total: _total, control: { how, steps, ...over }, ...row }) => ({ ...row, over, how, steps })),
    total: rows[0]?.total ?? 0,
  };
}

function named(search: string): RawBuilder<boolean> {
  return search === '' ? sql<boolean>`true` : sql<boolean>`position(lower(${search}) in lower(k.name)) > 0`;
}

/** The size of a tier, the entities that it gained and lost within some days, and the types of its entities. */
export interface TierSize {
  tier: Tier;
  members: number;
  added: number;
  removed: number;
  types: string[];
}

/** Counts the members of each tier that sources list, now and so many days ago. An entity counts in its most important tier only. */
export async function countTiers(tx: Tx, tenantId: string, days: number): Promise<TierSize[]> {
  const since = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  const { rows } = await sql<TierSize>`
    with n as materialized (
      select m.uri, min(m.tier) tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by 1
    ),
    b as materialized (
      select m.uri, min(m.tier) tier from tier_member m where ${countsAt('m', tenantId, new Date(since))} and m.tier is not null group by 1
    ),
    listed as materialized (
      select e.uri, min(e.type) as type from graph_entity e
      where e.tenant_id = ${tenantId} and e.valid_to is null and e.uri in (select uri from n union select uri from b) group by 1
    ),
    both_days as (select n.tier now_in, b.tier was_in, l.type from n full join b on b.uri = n.uri join listed l on l.uri = coalesce(n.uri, b.uri))
    select t.tier, (count(*) filter (where d.now_in = t.tier))::int members,
      (count(*) filter (where d.now_in = t.tier and d.was_in is distinct from t.tier))::int added,
      (count(*) filter (where d.was_in = t.tier and d.now_in is distinct from t.tier))::int removed,
      coalesce(array_agg(distinct d.type order by d.type) filter (where d.now_in = t.tier), array[]::text[]) types
    from (values (0), (1), (2)) t(tier) left join both_days d on true group by 1 order by 1`.execute(tx);
  return rows;
}

/** Counts the entities of each label that sources list, by label. */
export async function countLabels(tx: Tx, tenantId: string): Promise<{ label: string; count: number; types: string[] }[]> {
  const { rows } = await sql<{ label: string; count: number; types: string[] }>`
    select l.label, (count(distinct e.uri))::int "count", array_agg(distinct e.type order by e.type) types
    from tier_member m cross join lateral jsonb_array_elements_text(m.labels) l(label)
      join graph_entity e on e.tenant_id = m.tenant_id and e.uri = m.uri and e.valid_to is null
    where ${countsAt('m', tenantId, null)} group by 1 order by 1`.execute(tx);
  return rows;
}
