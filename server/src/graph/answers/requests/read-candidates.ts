import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { isOfCenter } from '../../providers/aws/edit/center-assignments';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { holdsAt } from '../../store/validity';
import { areSignIns, isRoleOfSet } from '../permission-set-assignments';
import type { ReviewedIdentity } from '../reviews/units-of-identities';
import { levelsOf, namesOf, readActionSets, type HeldAccess, type WantedAccess } from './held-access';
import {
  canJoin,
  grantUnit,
  membershipUnit,
  permissionSetUnit,
  type AssignedPermissionSet,
  type GrantedPolicy,
  type GroupWithAccess,
  type RequestedResource,
  type UnitDraft,
} from './units-that-give';

/** The two ends of a request. */
export interface Requested {
  identity: ReviewedIdentity;
  resource: RequestedResource;
}

/** Something that exists, and that would give some of the wanted access. */
export interface CandidateUnit {
  unit: UnitDraft;
  /** The names that it gives of those that the identity lacks: levels, or actions in lower case. */
  gives: ReadonlySet<string>;
  /** Resources that its holders reach altogether. */
  size: number;
  /** The group, the role of a permission set, or the policy with a principal class that has it. */
  origin: { kind: 'GROUP' | 'ROLE'; uri: string } | { kind: 'GRANT'; policyId: string; pclassId: string };
}

/**
 * Returns what exists and would give an identity some of the access that it lacks: groups that it can join, managed policies, permission sets, and roles that
 * others hold on the resource or above, those with the least access altogether first. Runs inside the caller's transaction.
 * @param lacking names of levels, or of actions in lower case
 */
export async function readCandidates(
  tx: Tx,
  tenantId: string,
  requested: Requested,
  wanted: WantedAccess,
  lacking: readonly string[],
): Promise<{ groups: CandidateUnit[]; grants: CandidateUnit[] }> {
  const givesOf = (access: HeldAccess): Set<string> => {
    const names = namesOf(access, wanted);
    return new Set(lacking.filter((name) => names.has(name)));
  };
  const groups = await readGroups(tx, tenantId, requested, { wanted, givesOf });
  const grants = await readGrants(tx, tenantId, requested, { wanted, givesOf });
  const assigned = await readPermissionSets(tx, tenantId, requested, { wanted, givesOf });
  return { groups, grants: [...grants, ...assigned].sort((one, other) => one.size - other.size) };
}

interface Sought {
  wanted: WantedAccess;
  /** Returns what an access has of what the identity lacks. */
  givesOf: (access: HeldAccess) => Set<string>;
}

/**
 * Returns the groups that the identity can join and is not in. A group gives what it holds itself, and the roles that its members assume as members.
 */
async function readGroups(tx: Tx, tenantId: string, { identity, resource }: Requested, { wanted, givesOf }: Sought): Promise<CandidateUnit[]> {
  if (!canJoin(identity) || resource.classId === null) return [];
  const { rows } = await sql<Omit<GroupWithAccess, 'levels'> & { modes: number[]; sets: string[]; size: number }>`
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
        select coalesce(sum(r.resources), 0)::float from graph_reach r
        where r.tenant_id = ${tenantId} and r.pclass_id in (select of.pclass_id from given of where of.uri = g.uri)) size
    from given v join graph_entity g on g.uri = v.uri and g.source_uid = ${identity.sourceUid} and ${holdsAt('g', tenantId, null)}
    where not exists (
      select from graph_edge m where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.parent_uri = g.uri and m.child_uri = ${identity.uri})
    group by g.uri, g.name, g.native_id, g.source_uid order by size, g.uri`.execute(tx);
  const actionsOf = await readActionSets(tx, tenantId, wanted.level === null ? rows.flatMap(({ sets }) => sets) : []);
  return rows.flatMap(({ modes, sets, size, ...group }) => {
    const levels = levelsOf(modes);
    const gives = givesOf({ levels, actions: actionsOf(sets) });
    return gives.size === 0 ? [] : [{ unit: membershipUnit(identity, { ...group, levels }), gives, size, origin: { kind: 'GROUP', uri: group.uri } }];
  });
}

/** Returns the policies and roles that give somebody else access to the resource, one for each unit. */
async function readGrants(tx: Tx, tenantId: string, { identity, resource }: Requested, { wanted, givesOf }: Sought): Promise<CandidateUnit[]> {
  const { rows } = await sql<{ policyId: string; pclassId: string; name: string; uri: string; kinds: string[]; sets: string[]; size: number }>`
    with granted as (
      select a.pclass_id, g.*, (
        select coalesce(sum(r.resources), 0) from graph_reach r where r.tenant_id = ${tenantId} and r.pclass_id = a.pclass_id) size
      from ${ACCESS_WITH_GRANTS} a
        cross join lateral jsonb_to_recordset(a.via) g(policy_id text, policy_name text, policy_uri text, holder_type text, effect text, kinds jsonb, actions text)
      where ${holdsAt('a', tenantId, null)} and a.class_id = ${resource.classId ?? ''} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
        and g.effect = 'Allow' and g.holder_type not in ('RESOURCE', 'TRUST') and jsonb_array_length(g.kinds) > 0)
    select policy_id "policyId", (array_agg(pclass_id order by size, pclass_id))[1] "pclassId", min(policy_name) name, min(policy_uri) uri,
      array_agg(distinct k.kind) kinds, array_agg(distinct actions) sets, min(size)::float size
    from granted cross join lateral jsonb_array_elements_text(kinds) k(kind) group by 1 order by size, 1`.execute(tx);
  const assignments = await readAssignments(
    tx,
    tenantId,
    rows.map(({ policyId }) => policyId),
  );
  const actionsOf = await readActionSets(tx, tenantId, wanted.level === null ? rows.flatMap(({ sets }) => sets) : []);
  const cloudType = identity.uri.split(':')[1] ?? '';
  const held = await readHeldPolicies(tx, tenantId, identity);
  const found = new Map<string, CandidateUnit>();
  for (const { policyId, pclassId, name, uri, kinds, sets, size } of rows) {
    const levels = levelsOf([kinds.includes('READ'), kinds.includes('WRITE'), kinds.includes('ADMIN')].map(Number));
    const gives = givesOf({ levels, actions: actionsOf(sets) });
    if (held.has(policyId) || gives.size === 0) continue;
    const policy: GrantedPolicy = { policyId, name, uri, assignment: assignments.get(policyId) ?? null, levels };
    const unit = grantUnit(identity, cloudType, policy);
    if (unit && !found.has(unit.key)) found.set(unit.key, { unit, gives, size, origin: { kind: 'GRANT', policyId, pclassId } });
  }
  return [...found.values()];
}

/**
 * Returns the permission sets that others have in an account where their role has the access. Identities of IAM Identity Center hold nothing else in an account.
 * A set that nobody has there would get a role that does not exist yet.
 */
async function readPermissionSets(
  tx: Tx,
  tenantId: string,
  { identity, resource }: Requested,
  { wanted, givesOf }: Sought,
): Promise<CandidateUnit[]> {
  if (!isOfCenter(identity.nativeId) || resource.classId === null) return [];
  const { rows } = await sql<Omit<AssignedPermissionSet, 'levels'> & { modes: number[]; sets: string[]; size: number }>`
    with assigned as (
      select distinct p.policy_id, p.name, r.uri, r.profile_id
      from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
        join graph_entity r on ${isRoleOfSet({ policy: 'p', document: 'd', role: 'r' })} and ${holdsAt('r', tenantId, null)}
      where ${areSignIns('p', tenantId)} and p.source_uid = ${identity.sourceUid} and not exists (
        select from graph_policy o
        where ${areSignIns('o', tenantId)} and o.source_uid = p.source_uid and o.policy_id = p.policy_id and o.holder_id = ${identity.nativeId}))
    select r.policy_id "policyId", r.name, r.uri "roleUri",
      array[max(a.read_mode), max(a.write_mode), max(a.admin_mode)]::int[] modes, array_agg(distinct a.action_set) sets, (
        select coalesce(sum(h.resources), 0)::float from graph_profile_class c join graph_reach h on h.tenant_id = c.tenant_id and h.pclass_id = c.pclass_id
        where ${holdsAt('c', tenantId, null)} and c.profile_id = r.profile_id) size
    from assigned r
      join graph_profile_class p on p.profile_id = r.profile_id and ${holdsAt('p', tenantId, null)}
      join graph_access a on a.pclass_id = p.pclass_id and a.class_id = ${resource.classId} and ${holdsAt('a', tenantId, null)}
    where greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
    group by r.policy_id, r.name, r.uri, r.profile_id order by size, r.policy_id`.execute(tx);
  const actionsOf = await readActionSets(tx, tenantId, wanted.level === null ? rows.flatMap(({ sets }) => sets) : []);
  return rows.flatMap(({ modes, sets, size, ...assigned }) => {
    const levels = levelsOf(modes);
    const gives = givesOf({ levels, actions: actionsOf(sets) });
    const unit = permissionSetUnit(identity, { ...assigned, levels });
    return unit && gives.size > 0 ? [{ unit, gives, size, origin: { kind: 'ROLE' as const, uri: assigned.roleUri } }] : [];
  });
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
      and ${isOneOf('p.policy_id', policyIds)}
    order by p.policy_id, p.source_uid`.execute(tx);
  return new Map(rows.map(({ policyId, ...assignment }) => [policyId, assignment]));
}

async function readHeldPolicies(tx: Tx, tenantId: string, { nativeId, sourceUid }: ReviewedIdentity): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.policy_id id from graph_policy p
    where ${holdsAt('p', tenantId, null)} and p.source_uid = ${sourceUid} and p.holder_id = ${nativeId} and p.kind = 'identity'`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
