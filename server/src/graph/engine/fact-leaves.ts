import { hash } from 'node:crypto';
import { byCodeUnits, type Json, type Leaf } from '@cam/checker';
import type { Entity } from './model';
import type { PolicyFact, Relation, SourceFacts } from './source-facts';

/** Attributes of entities that policies or the rules of access read. Others are results of evaluation, or only shown. */
const DECIDING = /^(?:tag\..+|userid|urlauth|accesspoints|restrictpublicbuckets)$/;
/** The same of sources other than AWS, whose policies name identities by address. */
const DECIDING_ELSEWHERE = /^(?:tag\..+|email|assettype|resourceid|projectnumber|roleassignable|tags)$/;
/** The fact that lists all principal access boundaries of a source of Google Cloud, which may lie at any node. */
const BOUNDARIES = 'principal-access-boundaries';
/** The fact that lists what a source of Azure assigns at the root and at management groups, whose place the source may not tell. */
const ROOT = '/';
const MANAGEMENT_GROUP = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+$/;

/** Everything that a source says about one native id. */
interface About {
  entities: Map<string, Entity>;
  relations: Map<string, Relation>;
  policies: Map<string, PolicyFact>;
}

/** The facts of a source that its Merkle tree covers. */
type FactsToProve = Pick<SourceFacts, 'cloudType' | 'entities' | 'relations' | 'policies'>;

/**
 * Returns a function for the key of the fact that lists a policy: the id of its holder. Policies of service accounts of Google Cloud and of managed identities
 * name their holder by its full name, and the fact has its address or object id.
 */
export function policyKeys({ cloudType, entities }: Pick<SourceFacts, 'cloudType' | 'entities'>): (policy: PolicyFact) => string {
  if (cloudType !== 'GCP' && cloudType !== 'AZURE') return ({ holder }) => holder.nativeId;
  const byFullName = new Map(
    entities.flatMap(({ nativeId, attributes: { resourceid: name } }) => (typeof name === 'string' ? [[name, nativeId] as const] : [])),
  );
  return ({ kind, holder: { nativeId } }) => {
    if (kind === 'gcp_boundary') return BOUNDARIES;
    if (cloudType === 'AZURE' && MANAGEMENT_GROUP.test(nativeId)) return ROOT;
    return byFullName.get(nativeId) ?? nativeId;
  };
}

/**
 * Returns the facts of a source that decide access, one for each native id, sorted by it: the entities with this id, everything that they are in, and
 * every policy attached to them. The rows of the database give the same facts as the import.
 */
export function factLeaves({ cloudType, entities, relations, policies }: FactsToProve): Leaf[] {
  const byId = new Map<string, About>();
  const about = (nativeId: string): About => {
    const known = byId.get(nativeId) ?? { entities: new Map(), relations: new Map(), policies: new Map() };
    byId.set(nativeId, known);
    return known;
  };
  for (const entity of entities) about(entity.nativeId).entities.set(entity.uri, entity);
  for (const relation of relations) about(relation.child.nativeId).relations.set(`${relation.kind} ${relation.parent.nativeId}`, relation);
  if (cloudType === 'GCP') about(BOUNDARIES);
  if (cloudType === 'AZURE') about(ROOT);
  const keyOf = policyKeys({ cloudType, entities });
  for (const policy of policies) about(keyOf(policy)).policies.set(`${policy.kind} ${policy.policyId}`, policy);
  const digests = new Map<string, string>();
  const digestOf = (text: string): string => {
    const known = digests.get(text) ?? hash('sha256', text);
    digests.set(text, known);
    return known;
  };
  return inOrder(byId).map(([key, said]) => ({
    key,
    body: {
      entities: inOrder(said.entities).map(([, entity]) => entityFact(entity)),
      in: inOrder(said.relations).map(([, { kind, parent, detail }]) => ({ kind, id: parent.nativeId, detail: detail as Json })),
      held: inOrder(said.policies).map(([, { kind, policyId, name, document }]) => ({ kind, id: policyId, name, document: digestOf(document) })),
    },
  }));
}

function entityFact({ uri, type, name, accountId, cloudType, isIdentity, isResource, attributes }: Entity): Json {
  const pattern = cloudType === 'AWS' ? DECIDING : DECIDING_ELSEWHERE;
  const deciding = Object.entries(attributes).filter(([attribute]) => pattern.test(attribute));
  return { uri, type, name, account: accountId, identity: isIdentity, resource: isResource, attributes: Object.fromEntries(deciding) as Json };
}

function inOrder<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort(([a], [b]) => byCodeUnits(a, b));
}
