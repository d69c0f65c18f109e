import { sql, type RawBuilder } from 'kysely';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { groupBy } from '../../../platform/group-by';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { countsAt } from '../../store/tiers';
import { holdsAt, type Moment } from '../../store/validity';
import { withMemberships } from '../with-memberships';
import {
  KIND_BITS,
  unitsOfIdentities,
  type ClassGrant,
  type ClassPath,
  type DirectMembership,
  type HeldPolicy,
  type ResourceClass,
  type ReviewedIdentity,
  type ReviewUnit,
} from './units-of-identities';

/**
 * Returns the units of identities at a snapshot, with the classes of the resources that they give. Tiers are those of now. It reads sets: the paths of
 * profiles, the grants of principal classes, and the sizes of resource classes, but never pairs. Entities that are no identities have no units.
 */
export async function readUnits(
  tx: Tx,
  moment: Moment,
  uris: readonly string[],
): Promise<{ units: ReviewUnit[]; classes: Map<string, ResourceClass> }> {
  const identities = await readIdentities(tx, moment, uris);
  if (identities.length === 0) return { units: [], classes: new Map() };
  const paths = await readPaths(tx, moment, distinct(identities.map(({ profileId }) => profileId)));
  const all = [...paths.values()].flat();
  const grants = await readGrants(tx, moment, distinct(all.map(({ pclassId }) => pclassId)));
  const granted = [...grants.values()].flat();
  const classes = await readClasses(tx, moment, distinct(granted.map(({ classId }) => classId)));
  const first = all.flatMap(({ hops: [hop] }) => (hop ? [hop.uri] : []));
  const policies = await readPolicies(tx, moment, distinct(granted.map(({ policyId }) => policyId)));
  const facts = {
    ...{ paths, grants, classes, policies },
    roleClasses: await readClassOf(tx, moment, distinct(first)),
    groupsOf: await readMemberships(tx, moment, uris),
    names: await readNames(tx, moment, distinct(granted.map(({ policyId }) => policyId.replace(/\/(?:trust|policy)$/, '')))),
  };
  return { units: await runCooperatively(unitsOfIdentities(identities, facts)), classes };
}

/** Returns each value once. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Returns those of the entities that are identities with access or could have some, with the addresses of the people behind them. */
export async function readIdentities(tx: Tx, { tenantId, snapshotId }: Moment, uris: readonly string[]): Promise<ReviewedIdentity[]> {
  const { rows } = await sql<Omit<ReviewedIdentity, 'addresses'> & { email: string | null; personEmail: string | null }>`
    select distinct on (e.uri) e.uri, e.name, e.type, e.native_id "nativeId", e.profile_id "profileId", e.account_id "accountId", e.source_uid "sourceUid",
      e.email_key email, lower(o.email) "personEmail", e.attributes
    from graph_entity e left join graph_person o on o.tenant_id = e.tenant_id and o.uri = e.uri
    where ${holdsAt('e', tenantId, snapshotId)} and e.is_identity and e.profile_id is not null and ${isOneOf('e.uri', uris)}
    order by e.uri, e.source_uid`.execute(tx);
  const ofPeople = await readPersonAttributes(tx, { tenantId, snapshotId }, uris);
  return rows.map(({ email, personEmail, attributes, ...identity }) => ({
    ...identity,
    attributes: { ...ofPeople.get(identity.uri), ...attributes },
    addresses: distinct([email ?? '', personEmail ?? '', identity.name.toLowerCase()].filter((address) => address.includes('@'))),
  }));
}

/** Returns the attributes of all accounts of the person whose account an entity is, by URI: the directory knows the manager, and the cloud does not. */
async function readPersonAttributes(
  tx: Tx,
  { tenantId, snapshotId }: Moment,
  uris: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ uri: string; attributes: Record<string, unknown> }>`
    select o.uri, e.attributes from graph_person o
      join graph_person p on p.tenant_id = o.tenant_id and p.person_id = o.person_id and p.uri <> o.uri
      join graph_entity e on e.uri = p.uri and ${holdsAt('e', tenantId, snapshotId)}
    where o.tenant_id = ${tenantId} and ${isOneOf('o.uri', uris)} order by o.uri, e.uri`.execute(tx);
  const found = new Map<string, Record<string, unknown>>();
  for (const { uri, attributes } of rows) found.set(uri, { ...found.get(uri), ...attributes });
  return found;
}

async function readPaths(tx: Tx, { tenantId, snapshotId }: Moment, profileIds: readonly string[]): Promise<Map<string, ClassPath[]>> {
  const { rows } = await sql<ClassPath & { profileId: string }>`
    select p.profile_id "profileId", p.pclass_id "pclassId", p.hops from ${PATHS_WITH_HOPS} p
    where ${holdsAt('p', tenantId, snapshotId)} and ${isOneOf('p.profile_id', profileIds)} order by p.profile_id, p.depth, p.pclass_id`.execute(tx);
  return groupBy(rows, ({ profileId }) => profileId);
}

async function readGrants(tx: Tx, { tenantId, snapshotId }: Moment, pclassIds: readonly string[]): Promise<Map<string, ClassGrant[]>> {
  const bit = (kind: keyof typeof KIND_BITS): RawBuilder<number> =>
    sql`(case when bool_or(g.kinds ? ${kind}) then ${sql.lit(KIND_BITS[kind])} else 0 end)`;
  const { rows } = await sql<ClassGrant & { pclassId: string }>`
    select a.pclass_id "pclassId", g.policy_id "policyId", min(g.policy_name) "policyName", min(g.policy_uri) "policyUri", g.holder_type "holderType",
      g.holder_uri "holderUri", g.statement_index "statementIndex", a.class_id "classId",
      (${bit('READ')} + ${bit('WRITE')} + ${bit('ADMIN')})::int kinds
    from ${ACCESS_WITH_GRANTS} a cross join lateral jsonb_to_recordset(a.via) g(
      policy_id text, policy_name text, policy_uri text, holder_type text, holder_uri text, statement_index int, effect text, kinds jsonb)
    where ${holdsAt('a', tenantId, snapshotId)} and ${isOneOf('a.pclass_id', pclassIds)} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
      and g.effect = 'Allow' and jsonb_array_length(g.kinds) > 0
    group by a.pclass_id, g.policy_id, g.holder_type, g.holder_uri, g.statement_index, a.class_id`.execute(tx);
  return groupBy(rows, ({ pclassId }) => pclassId);
}

async function readClasses(tx: Tx, { tenantId, snapshotId }: Moment, classIds: readonly string[]): Promise<Map<string, ResourceClass>> {
  const { rows } = await sql<{ classId: string; tier: number; count: number; type: string; sourceUids: string[] }>`
    with ranked as (
      select m.uri, min(m.tier)::int tier from tier_member m
      where ${countsAt('m', tenantId, null)} and m.tier is not null group by m.uri)
    select e.class_id "classId", coalesce(r.tier, 3) tier, count(distinct e.uri)::int count, min(e.type) type, array_agg(distinct e.source_uid) "sourceUids"
    from graph_entity e left join ranked r on r.uri = e.uri
    where ${holdsAt('e', tenantId, snapshotId)} and e.is_resource and ${isOneOf('e.class_id', classIds)} group by 1, 2`.execute(tx);
  const found = new Map<string, { tiers: [number, number, number, number]; type: string; sourceUids: string[] }>();
  for (const { classId, tier, count, type, sourceUids } of rows) {
    const known = found.get(classId) ?? { tiers: [0, 0, 0, 0], type, sourceUids: [] };
    known.tiers[tier as 0] += count;
    found.set(classId, { ...known, sourceUids: distinct([...known.sourceUids, ...sourceUids]) });
  }
  return found;
}

async function readPolicies(tx: Tx, { tenantId, snapshotId }: Moment, policyIds: readonly string[]): Promise<Map<string, HeldPolicy[]>> {
  const { rows } = await sql<HeldPolicy & { policyId: string }>`
    select distinct on (p.policy_id, p.kind) p.policy_id "policyId", p.kind, p.source_uid "sourceUid", p.name, p.holder_id "holderId", p.hash, d.document
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, snapshotId)} and ${isOneOf('p.policy_id', policyIds)}
      and p.kind in ('identity', 'trust', 'resource', 'azure_role_assignment', 'gcp_binding')
    order by p.policy_id, p.kind, p.source_uid, p.holder_id`.execute(tx);
  return groupBy(rows, ({ policyId }) => policyId);
}

async function readClassOf(tx: Tx, { tenantId, snapshotId }: Moment, uris: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uri: string; classId: string }>`
    select e.uri, e.class_id "classId" from graph_entity e
    where ${holdsAt('e', tenantId, snapshotId)} and e.is_resource and e.class_id is not null and ${isOneOf('e.uri', uris)}`.execute(tx);
  return new Map(rows.map(({ uri, classId }) => [uri, classId]));
}

/** Returns the direct memberships of entities, and those of the groups above them. */
async function readMemberships(tx: Tx, { tenantId, snapshotId }: Moment, uris: readonly string[]): Promise<Map<string, DirectMembership[]>> {
  const { rows } = await sql<DirectMembership & { member: string }>`
    ${withMemberships({ tenantId, snapshotId }, uris)}
    select distinct on (j.child_uri, j.parent_uri) j.child_uri member, j.parent_uri "groupUri", j.parent_id "groupId", j.child_id "memberId",
      j.source_uid "sourceUid", coalesce(e.name, j.parent_id) "groupName"
    from joined j left join graph_entity e on e.uri = j.parent_uri and ${holdsAt('e', tenantId, snapshotId)}
    order by j.child_uri, j.parent_uri, j.source_uid`.execute(tx);
  return groupBy(rows, ({ member }) => member);
}

async function readNames(tx: Tx, { tenantId, snapshotId }: Moment, nativeIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ nativeId: string; name: string }>`
    select e.native_id "nativeId", min(e.name) name from graph_entity e
    where ${holdsAt('e', tenantId, snapshotId)} and ${isOneOf('e.native_id', nativeIds)} group by 1`.execute(tx);
  return new Map(rows.map(({ nativeId, name }) => [nativeId, name]));
}
