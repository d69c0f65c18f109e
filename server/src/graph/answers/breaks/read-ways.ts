import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { toGrantSource, type GrantSource, type ProfileHop, type StoredGrant } from '../../engine/grant';
import { isGroupType } from '../../engine/model';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { holdsAt } from '../../store/validity';
import type { Pair } from '../explain/read-pair-access';
import type { DocumentsBefore } from './edits-of-cut';
import { elementFinder } from './elements';
import { attachmentKey, membershipKey, type Assignment, type Attachment, type CutElement, type PartEntity, type PartFacts } from './part-facts';
import { readMembershipChains } from './membership-chains';
import { readPermissionSetSteps } from './permission-set-steps';
import { waysOf, type Grants, type Route, type Step, type Way, type WayGraph } from './ways';

/** The access of a pair, way by way. */
export interface PairWays {
  /** The identity has some access, perhaps under conditions. */
  hasAccess: boolean;
  ways: FoundWay[];
}

/** A way of a pair. */
export interface FoundWay {
  /** The parts that a change can remove. */
  elements: CutElement[];
  /** The graph does not store all that the way needs, so ending the access may not take any of these elements. */
  isPartial: boolean;
}

/**
 * Returns the ways of a pair now. Runs inside the caller's transaction, also in that of a trial.
 * @param before the documents that the trial changed
 * @param most the most ways to tell apart
 */
export async function readWays(
  tx: Tx,
  tenantId: string,
  { identityUri, resourceUri }: Pair,
  before: DocumentsBefore = new Map(),
  most?: number,
): Promise<PairWays> {
  const routes = await readRoutes(tx, tenantId, { identityUri, resourceUri });
  if (routes.length === 0) return { hasAccess: false, ways: [] };
  const steps = await readSteps(tx, tenantId, stepsOfRoutes(identityUri, routes));
  const chains = await readMembershipChains(tx, tenantId, actorsOf(identityUri, routes));
  const graph: WayGraph = { grants: (by, on) => steps.get(`${by} ${on}`) ?? null, chains: (member, group) => chains.between(member, group) };
  const ways = waysOf({ identityUri, resourceUri, routes }, graph, most);
  const facts = { ...(await readFacts(tx, tenantId, ways)), before };
  const elementsOf = elementFinder(facts);
  return { hasAccess: true, ways: ways.map((way) => ({ elements: elementsOf(way), isPartial: way.some(({ kind }) => kind === 'STEP') })) };
}

/** Ways that are told apart for all pairs of a set. A trial shows whatever is left. */
const WAYS_OF_SET = 1000;

/** Returns the ways of all pairs of a set, as `readWays` does for one. */
export async function readWaysOfPairs(tx: Tx, tenantId: string, pairs: readonly Pair[], before?: DocumentsBefore): Promise<PairWays> {
  const most = Math.max(5, Math.floor(WAYS_OF_SET / pairs.length));
  const found: PairWays[] = [];
  for (const pair of pairs) found.push(await readWays(tx, tenantId, pair, before, most));
  return { hasAccess: found.some(({ hasAccess }) => hasAccess), ways: found.flatMap(({ ways }) => ways) };
}

interface StoredRoute {
  hops: ProfileHop[];
  via: GrantSource[];
}

async function readRoutes(tx: Tx, tenantId: string, { identityUri, resourceUri }: Pair): Promise<StoredRoute[]> {
  const { rows } = await sql<{ hops: ProfileHop[]; via: StoredGrant[] }>`
    select p.hops, a.via
    from graph_entity i
      join ${PATHS_WITH_HOPS} p on p.profile_id = i.profile_id and ${holdsAt('p', tenantId, null)}
      join ${ACCESS_WITH_GRANTS} a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, null)}
      join graph_entity k on k.class_id = a.class_id and k.is_resource and ${holdsAt('k', tenantId, null)}
    where ${holdsAt('i', tenantId, null)} and i.is_identity and i.uri = ${identityUri} and k.uri = ${resourceUri}
      and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
    order by p.pclass_id, p.depth`.execute(tx);
  return rows.map(({ hops, via }) => ({ hops, via: via.map(toGrantSource) }));
}

/** Returns the steps of the paths of an identity. A step may be that of a group. */
export function stepsOfRoutes(identityUri: string, routes: readonly Pick<Route, 'hops'>[]): Step[] {
  const steps: Step[] = [];
  for (const { hops } of routes) {
    let actors = [identityUri];
    for (const { uri, type } of hops) {
      if (isGroupType(type)) actors = [...actors, uri];
      else {
        steps.push(...actors.map((by) => ({ by, on: uri })));
        actors = [uri];
      }
    }
  }
  return steps;
}

/** Returns the identity and everything that it acts as on its paths. */
export function actorsOf(identityUri: string, routes: readonly Pick<Route, 'hops'>[]): string[] {
  return [...new Set([identityUri, ...routes.flatMap(({ hops }) => hops.flatMap(({ uri, type }) => (isGroupType(type) ? [] : [uri])))])];
}

/** Returns the grants of each step, by the URIs of both ends. */
export async function readSteps(tx: Tx, tenantId: string, all: readonly Step[]): Promise<Map<string, Grants>> {
  const steps = [...new Map(all.map((step) => [`${step.by} ${step.on}`, step])).values()];
  if (steps.length === 0) return new Map();
  const { rows } = await sql<{ by: string; on: string; via: StoredGrant[] }>`
    select s.by, s.on, a.via
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) s("by" text, "on" text)
      join graph_holder h on h.uri = s.by and ${holdsAt('h', tenantId, null)}
      join graph_entity k on k.uri = s.on and k.is_resource and ${holdsAt('k', tenantId, null)}
      join ${ACCESS_WITH_GRANTS} a on a.pclass_id = h.pclass_id and a.class_id = k.class_id and ${holdsAt('a', tenantId, null)}`.execute(tx);
  const found = new Map<string, Grants>();
  for (const { by, on, via } of rows) {
    const known = found.get(`${by} ${on}`)?.via ?? [];
    found.set(`${by} ${on}`, { by, on, via: [...known, ...via.map(toGrantSource)] });
  }
  for (const { by, on, grant } of await readPermissionSetSteps(tx, tenantId, steps)) {
    const known = found.get(`${by} ${on}`)?.via ?? [];
    found.set(`${by} ${on}`, { by, on, via: [...known, grant] });
  }
  return found;
}

/** Returns the stored facts about the parts of ways. */
export async function readFacts(tx: Tx, tenantId: string, ways: readonly Way[]): Promise<Omit<PartFacts, 'before'>> {
  const parts = ways.flat();
  const grants = parts.flatMap((part) => (part.kind === 'GRANT' ? [part] : []));
  const joins = parts.flatMap((part) => (part.kind === 'MEMBERSHIP' ? [part] : []));
  const uris = new Set([
    ...grants.flatMap(({ grant, by, on }) => [grant.holder_uri, by, on]),
    ...joins.flatMap(({ member, group }) => [member, group]),
  ]);
  const policyIds = [...new Set(grants.map(({ grant }) => grant.policy_id))];
  return {
    entities: await readEntities(tx, tenantId, [...uris]),
    attachments: await readAttachments(tx, tenantId, policyIds),
    assignments: await readAssignments(tx, tenantId, policyIds),
    memberships: await readMemberships(
      tx,
      tenantId,
      joins.map(({ member, group }) => ({ member, group })),
    ),
  };
}

async function readEntities(tx: Tx, tenantId: string, uris: readonly string[]): Promise<PartFacts['entities']> {
  // The id finds the edges of a group by index; an id of another source may be the same, and the URI is not.
  const { rows } = await sql<PartEntity & { uri: string }>`
    select distinct on (e.uri) e.uri, e.name, e.native_id "nativeId", e.type, e.attributes->>'email' email, e.source_uid "sourceUid",
      coalesce(m.members, 0)::int members
    from graph_entity e
      left join lateral (
        select count(*) members from graph_edge g
        where ${holdsAt('g', tenantId, null)} and g.parent_id = e.native_id and g.parent_uri = e.uri and g.kind = 'member_of' and e.type in ('GROUP', 'FEDERATED_GROUP')) m on true
    where ${holdsAt('e', tenantId, null)} and e.uri = any(${sql.val([...uris])}::text[])
    order by e.uri, e.source_uid`.execute(tx);
  return new Map(rows.map(({ uri, ...entity }) => [uri, entity]));
}

async function readAssignments(tx: Tx, tenantId: string, policyIds: readonly string[]): Promise<PartFacts['assignments']> {
  const { rows } = await sql<Assignment & { policyId: string }>`
    select p.policy_id "policyId", p.source_uid "sourceUid", p.kind, p.holder_id "at", g.native_id "by", d.document
    from graph_policy p
      join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
      left join graph_entity g
        on p.kind in ('admin_role', 'app_assignment', 'federated_assignment') and ${holdsAt('g', tenantId, null)} and g.source_uid = p.source_uid and g.uri = d.document::jsonb->'by'->>'uri'
    where ${holdsAt('p', tenantId, null)} and p.policy_id = any(${sql.val([...policyIds])}::text[])
      and p.kind in ('azure_role_assignment', 'gcp_binding', 'admin_role', 'app_assignment', 'federated_assignment')
    order by p.policy_id, p.source_uid`.execute(tx);
  return groupBy(rows, ({ policyId }) => policyId);
}

/** Returns where policies are attached, and how many identities they concern there and altogether. */
async function readAttachments(tx: Tx, tenantId: string, policyIds: readonly string[]): Promise<PartFacts['attachments']> {
  const { rows } = await sql<Attachment & { policyId: string }>`
    select p.policy_id "policyId", p.holder_id "holderId", p.source_uid "sourceUid", p.name, d.document,
      greatest(m.members, 1)::int reach, sum(greatest(m.members, 1)) over (partition by p.source_uid, p.policy_id)::int holders
    from graph_policy p
      join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
      cross join lateral (
        select count(*) members from graph_edge g
        where ${holdsAt('g', tenantId, null)} and g.source_uid = p.source_uid and g.parent_id = p.holder_id and g.kind = 'member_of') m
    where ${holdsAt('p', tenantId, null)} and p.policy_id = any(${sql.val([...policyIds])}::text[]) and p.kind in ('identity', 'trust', 'resource')`.execute(
    tx,
  );
  return new Map(rows.map(({ policyId, ...attachment }) => [attachmentKey(policyId, attachment.holderId), attachment]));
}

async function readMemberships(tx: Tx, tenantId: string, joins: readonly { member: string; group: string }[]): Promise<PartFacts['memberships']> {
  if (joins.length === 0) return new Map();
  // A group of a directory may exclude somebody, which is not told here.
  const { rows } = await sql<{ member: string; group: string; memberId: string; groupId: string; sourceUid: string; mayDeny: boolean }>`
    select j.member, j.group, g.child_id "memberId", g.parent_id "groupId", g.source_uid "sourceUid",
      split_part(j.group, ':', 2) <> 'AWS' or exists (
        select from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
        where ${holdsAt('p', tenantId, null)} and p.source_uid = g.source_uid and p.holder_id = g.parent_id and d.document like '%"Deny"%') "mayDeny"
    from jsonb_to_recordset(${JSON.stringify(joins)}::jsonb) j("member" text, "group" text)
      join graph_edge g on g.child_uri = j.member and g.parent_uri = j.group and g.kind = 'member_of' and ${holdsAt('g', tenantId, null)}`.execute(
    tx,
  );
  return new Map(rows.map(({ member, group, ...membership }) => [membershipKey(member, group), membership]));
}
