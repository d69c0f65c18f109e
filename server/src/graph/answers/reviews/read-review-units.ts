import { sql, type RawBuilder } from 'kysely';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { countsAt } from '../../store/tiers';
import { lastUnattributedUse, namesInLogs } from '../../store/use';
import { holdsAt } from '../../store/validity';
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

/** The use of a unit by its identity. */
export interface UseOfUnit {
  /** Resources that the identity used since the given time, of those that the unit gives. */
  used: number;
  /** ISO 8601; null: no log shows a use. */
  lastUsed: string | null;
  /** Says why silence does not prove disuse; empty: it does. */
  doubt: string;
}

export interface ReviewUnitWithUse extends ReviewUnit, UseOfUnit {
  /** Attributes of the group, policy or resource, for the rule that finds reviewers. */
  attributes: Record<string, unknown>;
}

/**
 * Returns the units of identities as the graph is now, with their use since a time. It reads sets: the paths of profiles, the grants of principal classes, and
 * the sizes of resource classes, but never pairs. Entities that are no identities have no units. Runs inside the caller's transaction.
 * @param since ISO 8601; silence counts as disuse only in logs that begin before it
 */
export async function readReviewUnits(tx: Tx, tenantId: string, uris: readonly string[], since: string): Promise<ReviewUnitWithUse[]> {
  const identities = await readIdentities(tx, tenantId, uris);
  if (identities.length === 0) return [];
  const paths = await readPaths(tx, tenantId, distinct(identities.map(({ profileId }) => profileId)));
  const all = [...paths.values()].flat();
  const grants = await readGrants(tx, tenantId, distinct(all.map(({ pclassId }) => pclassId)));
  const granted = [...grants.values()].flat();
  const classes = await readClasses(tx, tenantId, distinct(granted.map(({ classId }) => classId)));
  const first = all.flatMap(({ hops: [hop] }) => (hop ? [hop.uri] : []));
  const policies = await readPolicies(tx, tenantId, distinct(granted.map(({ policyId }) => policyId)));
  const facts = {
    ...{ paths, grants, classes, policies },
    roleClasses: await readClassOf(tx, tenantId, distinct(first)),
    groupsOf: await readMemberships(tx, tenantId, uris),
    names: await readNames(tx, tenantId, distinct(granted.map(({ policyId }) => policyId.replace(/\/(?:trust|policy)$/, '')))),
  };
  const units = await runCooperatively(unitsOfIdentities(identities, facts));
  const use = await readUse(tx, tenantId, uris);
  const logs = await readLogs(tx, tenantId);
  const unknown = await readUnattributed(tx, tenantId, distinct(units.flatMap(({ roles }) => [...roles])), since);
  const attributes = await readAttributes(tx, tenantId, distinct(units.map(({ uri }) => uri)));
  return units.map((unit) => ({
    ...unit,
    ...useOf(unit, use.get(unit.identity.uri) ?? [], { classes, logs, unknown, since }),
    attributes: attributes.get(unit.uri) ?? {},
  }));
}

/** Returns the time of a snapshot, ISO 8601; null: there is none. */
export async function readSnapshotTime(tx: Tx, tenantId: string, snapshotId: number): Promise<string | null> {
  const { rows } = await sql<{ at: Date | string }>`
    select taken_at at from graph_snapshot where tenant_id = ${tenantId} and snapshot_id = ${snapshotId} limit 1`.execute(tx);
  return rows[0] ? new Date(rows[0].at).toISOString() : null;
}

/** Returns the newest snapshot of each of these sources, by uid. Removed sources are left out. */
export async function readSourceSnapshots(tx: Tx, tenantId: string, uids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; id: number | string }>`
    select s.source_uid uid, max(s.snapshot_id) id from graph_snapshot s
      join graph_source g on g.tenant_id = s.tenant_id and g.source_uid = s.source_uid
    where s.tenant_id = ${tenantId} and s.state <> 'staging' and ${isOneOf('s.source_uid', uids)} group by 1`.execute(tx);
  return new Map(rows.map(({ uid, id }) => [uid, Number(id)]));
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Returns whether a column has one of many values, which travel as one parameter. */
function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

/** Returns those of the entities that are identities with access or could have some, with the addresses of the people behind them. */
export async function readIdentities(tx: Tx, tenantId: string, uris: readonly string[]): Promise<ReviewedIdentity[]> {
  const { rows } = await sql<Omit<ReviewedIdentity, 'addresses'> & { email: string | null; personEmail: string | null }>`
    select distinct on (e.uri) e.uri, e.name, e.type, e.native_id "nativeId", e.profile_id "profileId", e.account_id "accountId", e.source_uid "sourceUid",
      e.email_key email, lower(o.email) "personEmail", e.attributes
    from graph_entity e left join graph_person o on o.tenant_id = e.tenant_id and o.uri = e.uri
    where ${holdsAt('e', tenantId, null)} and e.is_identity and e.profile_id is not null and ${isOneOf('e.uri', uris)}
    order by e.uri, e.source_uid`.execute(tx);
  const ofPeople = await readPersonAttributes(tx, tenantId, uris);
  return rows.map(({ email, personEmail, attributes, ...identity }) => ({
    ...identity,
    attributes: { ...ofPeople.get(identity.uri), ...attributes },
    addresses: distinct([email ?? '', personEmail ?? '', identity.name.toLowerCase()].filter((address) => address.includes('@'))),
  }));
}

/** Returns the attributes of all accounts of the person whose account an entity is, by URI: the directory knows the manager, and the cloud does not. */
async function readPersonAttributes(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ uri: string; attributes: Record<string, unknown> }>`
    select o.uri, e.attributes from graph_person o
      join graph_person p on p.tenant_id = o.tenant_id and p.person_id = o.person_id and p.uri <> o.uri
      join graph_entity e on e.uri = p.uri and ${holdsAt('e', tenantId, null)}
    where o.tenant_id = ${tenantId} and ${isOneOf('o.uri', uris)} order by o.uri, e.uri`.execute(tx);
  const found = new Map<string, Record<string, unknown>>();
  for (const { uri, attributes } of rows) found.set(uri, { ...found.get(uri), ...attributes });
  return found;
}

async function readPaths(tx: Tx, tenantId: string, profileIds: readonly string[]): Promise<Map<string, ClassPath[]>> {
  const { rows } = await sql<ClassPath & { profileId: string }>`
    select p.profile_id "profileId", p.pclass_id "pclassId", p.hops from graph_profile_class p
    where ${holdsAt('p', tenantId, null)} and ${isOneOf('p.profile_id', profileIds)} order by p.profile_id, p.depth, p.pclass_id`.execute(tx);
  return groupBy(rows, ({ profileId }) => profileId);
}

async function readGrants(tx: Tx, tenantId: string, pclassIds: readonly string[]): Promise<Map<string, ClassGrant[]>> {
  const bit = (kind: keyof typeof KIND_BITS): RawBuilder<number> =>
    sql`(case when bool_or(g.kinds ? ${kind}) then ${sql.lit(KIND_BITS[kind])} else 0 end)`;
  const { rows } = await sql<ClassGrant & { pclassId: string }>`
    select a.pclass_id "pclassId", g.policy_id "policyId", min(g.policy_name) "policyName", min(g.policy_uri) "policyUri", g.holder_type "holderType",
      g.holder_uri "holderUri", g.statement_index "statementIndex", a.class_id "classId",
      (${bit('READ')} + ${bit('WRITE')} + ${bit('ADMIN')})::int kinds
    from graph_access a cross join lateral jsonb_to_recordset(a.via) g(
      policy_id text, policy_name text, policy_uri text, holder_type text, holder_uri text, statement_index int, effect text, kinds jsonb)
    where ${holdsAt('a', tenantId, null)} and ${isOneOf('a.pclass_id', pclassIds)} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
      and g.effect = 'Allow' and jsonb_array_length(g.kinds) > 0
    group by a.pclass_id, g.policy_id, g.holder_type, g.holder_uri, g.statement_index, a.class_id`.execute(tx);
  return groupBy(rows, ({ pclassId }) => pclassId);
}

async function readClasses(tx: Tx, tenantId: string, classIds: readonly string[]): Promise<Map<string, ResourceClass>> {
  const { rows } = await sql<{ classId: string; tier: number; count: number; type: string; sourceUids: string[] }>`
    with ranked as (
      select m.uri, min(m.tier)::int tier from tier_member m
      where ${countsAt('m', tenantId, null)} and m.tier is not null group by m.uri)
    select e.class_id "classId", coalesce(r.tier, 3) tier, count(distinct e.uri)::int count, min(e.type) type, array_agg(distinct e.source_uid) "sourceUids"
    from graph_entity e left join ranked r on r.uri = e.uri
    where ${holdsAt('e', tenantId, null)} and e.is_resource and ${isOneOf('e.class_id', classIds)} group by 1, 2`.execute(tx);
  const found = new Map<string, { tiers: [number, number, number, number]; type: string; sourceUids: string[] }>();
  for (const { classId, tier, count, type, sourceUids } of rows) {
    const known = found.get(classId) ?? { tiers: [0, 0, 0, 0], type, sourceUids: [] };
    known.tiers[tier as 0] += count;
    found.set(classId, { ...known, sourceUids: distinct([...known.sourceUids, ...sourceUids]) });
  }
  return found;
}

async function readPolicies(tx: Tx, tenantId: string, policyIds: readonly string[]): Promise<Map<string, HeldPolicy[]>> {
  const { rows } = await sql<HeldPolicy & { policyId: string }>`
    select distinct on (p.policy_id, p.kind) p.policy_id "policyId", p.kind, p.source_uid "sourceUid", p.name, p.holder_id "holderId", p.hash, d.document
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, null)} and ${isOneOf('p.policy_id', policyIds)}
      and p.kind in ('identity', 'trust', 'resource', 'azure_role_assignment', 'gcp_binding')
    order by p.policy_id, p.kind, p.source_uid, p.holder_id`.execute(tx);
  return groupBy(rows, ({ policyId }) => policyId);
}

async function readClassOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uri: string; classId: string }>`
    select e.uri, e.class_id "classId" from graph_entity e
    where ${holdsAt('e', tenantId, null)} and e.is_resource and e.class_id is not null and ${isOneOf('e.uri', uris)}`.execute(tx);
  return new Map(rows.map(({ uri, classId }) => [uri, classId]));
}

/** Returns the direct memberships of entities, and those of the groups above them. */
async function readMemberships(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, DirectMembership[]>> {
  const { rows } = await sql<DirectMembership & { member: string }>`
    with recursive above as (
      select g.child_uri, g.parent_uri, g.child_id, g.parent_id, g.source_uid from graph_edge g
      where ${holdsAt('g', tenantId, null)} and g.kind = 'member_of' and g.parent_uri is not null and ${isOneOf('g.child_uri', uris)}
      union
      select g.child_uri, g.parent_uri, g.child_id, g.parent_id, g.source_uid from above b
        join graph_edge g on g.child_uri = b.parent_uri and g.kind = 'member_of' and g.parent_uri is not null and ${holdsAt('g', tenantId, null)})
    select distinct on (a.child_uri, a.parent_uri) a.child_uri member, a.parent_uri "groupUri", a.parent_id "groupId", a.child_id "memberId",
      a.source_uid "sourceUid", coalesce(e.name, a.parent_id) "groupName"
    from above a left join graph_entity e on e.uri = a.parent_uri and ${holdsAt('e', tenantId, null)}
    order by a.child_uri, a.parent_uri, a.source_uid`.execute(tx);
  return groupBy(rows, ({ member }) => member);
}

async function readNames(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ nativeId: string; name: string }>`
    select e.native_id "nativeId", min(e.name) name from graph_entity e
    where ${holdsAt('e', tenantId, null)} and ${isOneOf('e.native_id', nativeIds)} group by 1`.execute(tx);
  return new Map(rows.map(({ nativeId, name }) => [nativeId, name]));
}

async function readAttributes(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ uri: string; attributes: Record<string, unknown> }>`
    select distinct on (e.uri) e.uri, e.attributes from graph_entity e
    where ${holdsAt('e', tenantId, null)} and ${isOneOf('e.uri', uris)} order by e.uri, e.source_uid`.execute(tx);
  return new Map(rows.map(({ uri, attributes }) => [uri, attributes]));
}

interface UsedResource {
  uri: string;
  resource: string;
  classId: string;
  lastAt: string;
}

/** Returns the resources that each identity used, itself or in sessions that it started. */
async function readUse(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, UsedResource[]>> {
  const { rows } = await sql<UsedResource>`
    with names as materialized (
      select n.uri, n.name from (${namesInLogs({ tenantId, snapshotId: null })}) n where ${isOneOf('n.uri', uris)}),
    used as materialized (
      select n.uri, u.resource_id, u.of_account, u.source_uid, max(u.last_at) at
      from names n join graph_usage u on u.identity_id = n.name where ${holdsAt('u', tenantId, null)} and u.count > 0 group by 1, 2, 3, 4
      union all
      select n.uri, u.resource_id, u.of_account, u.source_uid, max(s.value ->> 'at') at
      from graph_usage u cross join lateral jsonb_each(u.started_by) s join names n on n.name = s.key
      where ${holdsAt('u', tenantId, null)} group by 1, 2, 3, 4)
    select x.uri, k.uri resource, k.class_id "classId", max(x.at) "lastAt" from used x
      join graph_entity k on k.native_id = x.resource_id and x.resource_id <> '' and k.is_resource and k.class_id is not null and ${holdsAt('k', tenantId, null)}
    group by 1, 2, 3
    union all
    select x.uri, k.uri, k.class_id, max(x.at) from used x
      join graph_entity k on x.of_account and k.type = 'ACCOUNT_DATA' and k.source_uid = x.source_uid and k.is_resource and k.class_id is not null
        and ${holdsAt('k', tenantId, null)}
    group by 1, 2, 3`.execute(tx);
  return groupBy(rows, ({ uri }) => uri);
}

async function readLogs(tx: Tx, tenantId: string): Promise<Map<string, UsageCoverage | null>> {
  const rows = await tx.selectFrom('graph_source').select(['source_uid', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map(({ source_uid: uid, usage }) => [uid, usage]));
}

/** Returns the roles with uses since a time of which nobody knows who started the session. */
async function readUnattributed(tx: Tx, tenantId: string, uris: readonly string[], since: string): Promise<Set<string>> {
  if (uris.length === 0) return new Set();
  const { rows } = await sql<{ uri: string }>`
    select x.uri from (
      select h.uri, ${lastUnattributedUse('h', { tenantId, snapshotId: null })} at from graph_entity h
      where ${holdsAt('h', tenantId, null)} and ${isOneOf('h.uri', uris)}) x
    where x.at > ${since}`.execute(tx);
  return new Set(rows.map(({ uri }) => uri));
}

interface UseFacts {
  classes: ReadonlyMap<string, ResourceClass>;
  logs: ReadonlyMap<string, UsageCoverage | null>;
  unknown: ReadonlySet<string>;
  since: string;
}

function useOf(unit: ReviewUnit, used: readonly UsedResource[], { classes, logs, unknown, since }: UseFacts): UseOfUnit {
  const own = used.filter(({ classId }) => unit.classes.has(classId));
  const recent = own.filter(({ lastAt }) => lastAt > since);
  const lastUsed = own.reduce<string | null>((last, { lastAt }) => (last === null || lastAt > last ? lastAt : last), null);
  const doubt = recent.length > 0 ? '' : doubtOf(unit, { classes, logs, unknown, since });
  return { used: new Set(recent.map(({ resource }) => resource)).size, lastUsed, doubt };
}

function doubtOf({ classes: given, roles }: ReviewUnit, { classes, logs, unknown, since }: UseFacts): string {
  if ([...roles].some((uri) => unknown.has(uri))) return 'Sessions of a role used it, and the log does not say who started them.';
  for (const [classId, kinds] of given) {
    const { type = '', sourceUids = [] } = classes.get(classId) ?? {};
    for (const uid of sourceUids) {
      const log = logs.get(uid);
      if (!log) return 'CAM has no log of the account, so the use is unknown.';
      if (log.since > since.slice(0, 10)) return `The log begins on ${log.since}, so earlier use is unknown.`;
      const isSilent = (Object.keys(KIND_BITS) as (keyof typeof KIND_BITS)[]).some(
        (kind) => (kinds & KIND_BITS[kind]) !== 0 && (log.silent.includes(kind) || log.silent.includes(`${kind} ${type}`)),
      );
      if (isSilent) return 'The log does not record all of this access.';
    }
  }
  return '';
}
