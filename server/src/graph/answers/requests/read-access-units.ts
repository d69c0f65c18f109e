import type { AccessUnit } from '@cam/contracts/server';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { countsAt, readTiersOf } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { Pair } from '../explain/read-pair-access';
import { readIdentities } from '../reviews/read-units';
import type { ReviewedIdentity } from '../reviews/units-of-identities';
import { isEnough, levelsOf, readActionSets, readHeldAccess, type HeldAccess, type ResourcesByTier, type WantedAccess } from './held-access';
import {
  byLeastBesides,
  canJoin,
  grantUnit,
  membershipUnit,
  type GrantedPolicy,
  type GroupWithAccess,
  type RequestedResource,
  type UnitDraft,
} from './units-that-give';
import { PATHS_WITH_HOPS } from '../../store/hops';

/** Groups and policies whose other access is counted: those that give the least by the sums of the graph. */
const MOST = 25;

/** The units that would give an access, with the facts that a request keeps. */
export interface AccessUnits {
  identity: ReviewedIdentity;
  resource: RequestedResource;
  tier: number;
  held: HeldAccess;
  /** The units that give the least besides come first. */
  units: AccessUnit[];
  /** False: more units give the access than were counted. */
  isComplete: boolean;
}

/** Returns the identity and the resource of a request with its present tier and access; null: the graph lacks one of them. */
async function readRequested(tx: Tx, tenantId: string, pair: Pair): Promise<Omit<AccessUnits, 'units' | 'isComplete'> | null> {
  const [identity] = await readIdentities(tx, { tenantId, snapshotId: null }, [pair.identityUri]);
  const { rows } = await sql<RequestedResource>`
    select k.uri, k.name, k.type, k.account_id "accountId", k.cloud_type "cloudType", k.source_uid "sourceUid", k.class_id "classId"
    from graph_entity k where ${holdsAt('k', tenantId, null)} and k.is_resource and k.uri = ${pair.resourceUri}
    order by k.class_id nulls last, k.source_uid limit 1`.execute(tx);
  const [resource] = rows;
  if (!identity || !resource) return null;
  const [ranked] = await readTiersOf(tx, tenantId, [resource.uri]);
  return { identity, resource, tier: ranked?.tier ?? 3, held: (await readHeldAccess(tx, tenantId, [pair]))(pair) };
}

/**
 * Returns what exists and would give an access: groups that the identity can join, managed policies, and roles that others hold on the resource or above. It
 * reads what the graph stores; only a trial shows the whole effect. Runs inside the caller's transaction.
 * @returns null if the graph lacks the identity or the resource
 */
export async function readAccessUnits(tx: Tx, tenantId: string, pair: Pair, wanted: WantedAccess): Promise<AccessUnits | null> {
  const requested = await readRequested(tx, tenantId, pair);
  if (!requested) return null;
  const groups = await readGroups(tx, tenantId, requested, wanted);
  const grants = await readGrants(tx, tenantId, requested, wanted);
  const ofGroups = await besidesOfGroups(
    tx,
    tenantId,
    requested,
    groups.slice(0, MOST).map(({ uri }) => uri),
  );
  const ofGrants = await besidesOfGrants(tx, tenantId, requested, grants.slice(0, MOST));
  const units = [
    ...groups.slice(0, MOST).map((group) => ({
      ...membershipUnit(requested.identity, group),
      besides: ofGroups.get(group.uri) ?? none(),
    })),
    ...grants.slice(0, MOST).map(({ unit, policyId }) => ({ ...unit, besides: ofGrants.get(policyId) ?? none() })),
  ];
  return { ...requested, units: units.sort(byLeastBesides), isComplete: groups.length <= MOST && grants.length <= MOST };
}

const none = (): ResourcesByTier => [0, 0, 0, 0];

type Requested = NonNullable<Awaited<ReturnType<typeof readRequested>>>;

/**
 * Returns the groups with the access that the identity can join and is not in, those with the least access altogether first. A group gives what it holds itself,
 * and the roles that its members assume as members.
 */
async function readGroups(tx: Tx, tenantId: string, { identity, resource }: Requested, wanted: WantedAccess): Promise<GroupWithAccess[]> {
  if (!canJoin(identity) || resource.classId === null) return [];
  const { rows } = await sql<Omit<GroupWithAccess, 'levels'> & { modes: number[]; sets: string[] }>`
    with able as materialized (
      select a.pclass_id, a.read_mode r, a.write_mode w, a.admin_mode d, a.action_set from graph_access a
      where ${holdsAt('a', tenantId, null)} and a.class_id = ${resource.classId} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0),
    given as materialized (
      select g.uri, b.* from able b
        join graph_profile_class p on p.pclass_id = b.pclass_id and ${holdsAt('p', tenantId, null)}
        join graph_entity g on g.profile_id = p.profile_id and g.type in ('GROUP', 'FEDERATED_GROUP') and ${holdsAt('g', tenantId, null)}
      union
      select p.hops -> 0 ->> 'uri', b.* from able b
        join ${PATHS_WITH_HOPS} p on p.pclass_id = b.pclass_id and p.depth > 0 and ${holdsAt('p', tenantId, null)}
      where p.hops -> 0 ->> 'type' in ('GROUP', 'FEDERATED_GROUP'))
    select g.uri, g.name, g.native_id "nativeId", g.source_uid "sourceUid",
      array[max(v.r), max(v.w), max(v.d)]::int[] modes, array_agg(distinct v.action_set) sets, (
        select coalesce(sum(r.resources), 0) from graph_reach r where r.tenant_id = ${tenantId} and r.pclass_id in (select of.pclass_id from given of where of.uri = g.uri)) size
    from given v join graph_entity g on g.uri = v.uri and g.source_uid = ${identity.sourceUid} and ${holdsAt('g', tenantId, null)}
    where not exists (
      select from graph_edge m where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.parent_uri = g.uri and m.child_uri = ${identity.uri})
    group by g.uri, g.name, g.native_id, g.source_uid order by size, g.uri`.execute(tx);
  const actionsOf = await readActionSets(tx, tenantId, wanted.level === null ? rows.flatMap(({ sets }) => sets) : []);
  return rows
    .map(({ modes, sets, ...group }) => ({ ...group, levels: levelsOf(modes), actions: actionsOf(sets) }))
    .filter((group) => isEnough(group, wanted));
}

/** Returns the policies and roles that give somebody else the access, one for each unit, those in the smallest principal classes first. */
async function readGrants(
  tx: Tx,
  tenantId: string,
  { identity, resource }: Requested,
  wanted: WantedAccess,
): Promise<{ unit: UnitDraft; policyId: string; pclassId: string }[]> {
  const { rows } = await sql<{ policyId: string; pclassId: string; name: string; uri: string; kinds: string[]; sets: string[]; size: number }>`
    with granted as (
      select a.pclass_id, a.action_set, g.*, (
        select coalesce(sum(r.resources), 0) from graph_reach r where r.tenant_id = ${tenantId} and r.pclass_id = a.pclass_id) size
      from graph_access a cross join lateral jsonb_to_recordset(a.via) g(policy_id text, policy_name text, policy_uri text, holder_type text, effect text, kinds jsonb)
      where ${holdsAt('a', tenantId, null)} and a.class_id = ${resource.classId ?? ''} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
        and g.effect = 'Allow' and g.holder_type not in ('RESOURCE', 'TRUST') and jsonb_array_length(g.kinds) > 0)
    select policy_id "policyId", (array_agg(pclass_id order by size, pclass_id))[1] "pclassId", min(policy_name) name, min(policy_uri) uri,
      array_agg(distinct k.kind) kinds, array_agg(distinct action_set) sets, min(size)::float size
    from granted cross join lateral jsonb_array_elements_text(kinds) k(kind) group by 1 order by size, 1`.execute(tx);
  const assignments = await readAssignments(
    tx,
    tenantId,
    rows.map(({ policyId }) => policyId),
  );
  const actionsOf = await readActionSets(tx, tenantId, wanted.level === null ? rows.flatMap(({ sets }) => sets) : []);
  const cloudType = identity.uri.split(':')[1] ?? '';
  const held = await readHeldPolicies(tx, tenantId, identity);
  const found = new Map<string, { unit: UnitDraft; policyId: string; pclassId: string }>();
  for (const { policyId, pclassId, name, uri, kinds, sets } of rows) {
    const levels = levelsOf([kinds.includes('READ'), kinds.includes('WRITE'), kinds.includes('ADMIN')].map(Number));
    if (held.has(policyId) || !isEnough({ levels, actions: actionsOf(sets) }, wanted)) continue;
    const policy: GrantedPolicy = { policyId, name, uri, assignment: assignments.get(policyId) ?? null, levels };
    const unit = grantUnit(identity, cloudType, policy);
    if (unit && !found.has(unit.key)) found.set(unit.key, { unit, policyId, pclassId });
  }
  return [...found.values()];
}

async function readAssignments(
  tx: Tx,
  tenantId: string,
  policyIds: readonly string[],
): Promise<Map<string, NonNullable<GrantedPolicy['assignment']>>> {
  const { rows } = await sql<NonNullable<GrantedPolicy['assignment']> & { policyId: string }>`
    select distinct on (p.policy_id) p.policy_id "policyId", p.source_uid "sourceUid", p.holder_id scope, d.document
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, null)} and p.kind in ('azure_role_assignment', 'gcp_binding')
      and p.policy_id in (select jsonb_array_elements_text(${JSON.stringify(policyIds)}::jsonb))
    order by p.policy_id, p.source_uid`.execute(tx);
  return new Map(rows.map(({ policyId, ...assignment }) => [policyId, assignment]));
}

async function readHeldPolicies(tx: Tx, tenantId: string, { nativeId, sourceUid }: ReviewedIdentity): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.policy_id id from graph_policy p
    where ${holdsAt('p', tenantId, null)} and p.source_uid = ${sourceUid} and p.holder_id = ${nativeId} and p.kind = 'identity'`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Counts what groups give besides the resource and what the identity has, by URI. All members assume the same roles as members, so one of them is enough. */
async function besidesOfGroups(tx: Tx, tenantId: string, requested: Requested, uris: readonly string[]): Promise<Map<string, ResourcesByTier>> {
  const given = sql`
    with asked as (select u.uri from jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri)),
      held as (
        select q.uri, p.pclass_id from asked q
          join graph_entity g on g.uri = q.uri and g.profile_id is not null and ${holdsAt('g', tenantId, null)}
          join graph_profile_class p on p.profile_id = g.profile_id and ${holdsAt('p', tenantId, null)}
        union
        select q.uri, p.pclass_id from asked q
          cross join lateral (
            select e.profile_id from graph_edge m join graph_entity e on e.uri = m.child_uri and e.profile_id is not null and ${holdsAt('e', tenantId, null)}
            where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.parent_uri = q.uri and e.type not in ('GROUP', 'FEDERATED_GROUP') limit 1) e
          join ${PATHS_WITH_HOPS} p on p.profile_id = e.profile_id and p.hops -> 0 ->> 'uri' = q.uri and ${holdsAt('p', tenantId, null)})
    select h.uri id, a.class_id, ${kindsOf('a')} kinds from held h join graph_access a on a.pclass_id = h.pclass_id and ${holdsAt('a', tenantId, null)}
    group by 1, 2`;
  return countBesides(tx, tenantId, requested, given);
}

/** Counts what policies and roles give besides, by policy. Each is counted in one principal class that has it. */
async function besidesOfGrants(
  tx: Tx,
  tenantId: string,
  requested: Requested,
  grants: readonly { policyId: string; pclassId: string }[],
): Promise<Map<string, ResourcesByTier>> {
  const asked = JSON.stringify(grants.map(({ policyId, pclassId }) => ({ policy: policyId, pclass: pclassId })));
  const has = (kind: string) => sql`max(case when g.kinds ? ${kind} then 1 else 0 end)`;
  const given = sql`
    select w.policy id, a.class_id, ${has('READ')} + 2 * ${has('WRITE')} + 4 * ${has('ADMIN')} kinds
    from jsonb_to_recordset(${asked}::jsonb) w(policy text, pclass text)
      join graph_access a on a.pclass_id = w.pclass and ${holdsAt('a', tenantId, null)}
      cross join lateral jsonb_to_recordset(a.via) g(policy_id text, effect text, kinds jsonb)
    where g.policy_id = w.policy and g.effect = 'Allow' group by 1, 2`;
  return countBesides(tx, tenantId, requested, given);
}

const kindsOf = (alias: string): RawBuilder<number> => {
  const mode = (name: string) => sql`max(least(${sql.ref(`${alias}.${name}`)}, 1))`;
  return sql<number>`(${mode('read_mode')} + 2 * ${mode('write_mode')} + 4 * ${mode('admin_mode')})`;
};

/** @param given selects `id`, `class_id` and `kinds` as bits */
async function countBesides(
  tx: Tx,
  tenantId: string,
  { identity, resource }: Requested,
  given: RawBuilder<unknown>,
): Promise<Map<string, ResourcesByTier>> {
  const { rows } = await sql<{ id: string; tier: number; count: number }>`
    with given as materialized (${given}),
      own as materialized (
        select a.class_id, ${kindsOf('a')} kinds from graph_profile_class p
          join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, null)}
        where ${holdsAt('p', tenantId, null)} and p.profile_id = ${identity.profileId} group by 1),
      fresh as materialized (
        select g.id, g.class_id from given g left join own o on o.class_id = g.class_id where (g.kinds & ~coalesce(o.kinds, 0)) <> 0),
      ranked as materialized (select m.uri, min(m.tier)::int tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by 1),
      size as materialized (
        select e.class_id, coalesce(r.tier, 3) tier, count(distinct e.uri)::int n from graph_entity e left join ranked r on r.uri = e.uri
        where ${holdsAt('e', tenantId, null)} and e.is_resource and e.class_id in (select class_id from fresh) and e.uri <> ${resource.uri} group by 1, 2)
    select f.id, s.tier, sum(s.n)::int count from fresh f join size s on s.class_id = f.class_id group by 1, 2`.execute(tx);
  const found = new Map<string, ResourcesByTier>();
  for (const { id, tier, count } of rows) {
    const besides = found.get(id) ?? none();
    besides[tier as 0] += count;
    found.set(id, besides);
  }
  return found;
}
