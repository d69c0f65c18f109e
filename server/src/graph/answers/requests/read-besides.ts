import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { countsAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { CandidateUnit, Requested } from './read-candidates';
import type { Share } from './unit-sets';

/**
 * Returns the resources besides the wanted one to which the identity would gain access by units. Resources of one tier that the same units give are one share, so
 * that what a set gives can be counted without counting anything twice.
 */
export async function readShares(tx: Tx, tenantId: string, { identity, resource }: Requested, units: readonly CandidateUnit[]): Promise<Share[]> {
  const { rows } = await sql<Share>`
    with given as materialized (${givenByHolders(tenantId, units)} union all ${givenByGrants(tenantId, units)}),
      own as materialized (
        select a.class_id, ${kindsOf('a')} kinds from graph_profile_class p
          join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, null)}
        where ${holdsAt('p', tenantId, null)} and p.profile_id = ${identity.profileId} group by 1),
      fresh as materialized (
        select g.class_id, array_agg(distinct g.place order by g.place) units from given g left join own o on o.class_id = g.class_id
        where (g.kinds & ~coalesce(o.kinds, 0)) <> 0 group by 1),
      ranked as materialized (select m.uri, min(m.tier)::int tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by 1),
      size as materialized (
        select e.class_id, coalesce(r.tier, 3) tier, count(distinct e.uri)::int n from graph_entity e left join ranked r on r.uri = e.uri
        where ${holdsAt('e', tenantId, null)} and e.is_resource and e.class_id in (select class_id from fresh) and e.uri <> ${resource.uri} group by 1, 2)
    select f.units, s.tier, sum(s.n)::int count from fresh f join size s on s.class_id = f.class_id group by 1, 2`.execute(tx);
  return rows;
}

/** Selects what groups and the roles of permission sets give. All members of a group assume the same roles as members, so one of them is enough. */
function givenByHolders(tenantId: string, units: readonly CandidateUnit[]): RawBuilder<unknown> {
  const asked = units.flatMap(({ origin }, place) => (origin.kind === 'GRANT' ? [] : [{ place, uri: origin.uri }]));
  return sql`
    select h.place, a.class_id, ${kindsOf('a')} kinds from (
      select q.place, p.pclass_id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) q(place int, uri text)
        join graph_entity g on g.uri = q.uri and g.profile_id is not null and ${holdsAt('g', tenantId, null)}
        join graph_profile_class p on p.profile_id = g.profile_id and ${holdsAt('p', tenantId, null)}
      union
      select q.place, p.pclass_id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) q(place int, uri text)
        cross join lateral (
          select e.profile_id from graph_edge m join graph_entity e on e.uri = m.child_uri and e.profile_id is not null and ${holdsAt('e', tenantId, null)}
          where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.parent_uri = q.uri and e.type not in ('GROUP', 'FEDERATED_GROUP') limit 1) e
        join ${PATHS_WITH_HOPS} p on p.profile_id = e.profile_id and p.hops -> 0 ->> 'uri' = q.uri and ${holdsAt('p', tenantId, null)}) h
      join graph_access a on a.pclass_id = h.pclass_id and ${holdsAt('a', tenantId, null)}
    group by 1, 2`;
}

/** Selects what policies and roles give, each in one principal class that has it. */
function givenByGrants(tenantId: string, units: readonly CandidateUnit[]): RawBuilder<unknown> {
  const asked = units.flatMap(({ origin }, place) => (origin.kind === 'GRANT' ? [{ place, policy: origin.policyId, pclass: origin.pclassId }] : []));
  const has = (kind: string) => sql`max(case when g.kinds ? ${kind} then 1 else 0 end)`;
  return sql`
    select w.place, a.class_id, ${has('READ')} + 2 * ${has('WRITE')} + 4 * ${has('ADMIN')} kinds
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) w(place int, policy text, pclass text)
      join ${ACCESS_WITH_GRANTS} a on a.pclass_id = w.pclass and ${holdsAt('a', tenantId, null)}
      cross join lateral jsonb_to_recordset(a.via) g(policy_id text, effect text, kinds jsonb)
    where g.policy_id = w.policy and g.effect = 'Allow' group by 1, 2`;
}

const kindsOf = (alias: string): RawBuilder<number> => {
  const mode = (name: string) => sql`max(least(${sql.ref(`${alias}.${name}`)}, 1))`;
  return sql<number>`(${mode('read_mode')} + 2 * ${mode('write_mode')} + 4 * ${mode('admin_mode')})`;
};
