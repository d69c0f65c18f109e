import { hash } from 'node:crypto';
import { byCodeUnits, type Json, type Leaf } from '@cam/checker';
import type { Entity } from './model';
import type { PolicyFact, Relation, SourceFacts } from './source-facts';

/** Attributes of entities that policies or the rules of access read. Others are results of evaluation, or only shown. */
const DECIDING = /^(?:tag\..+|userid|urlauth|accesspoints|restrictpublicbuckets)$/;

/** Everything that a source says about one native id. */
interface About {
  entities: Map<string, Entity>;
  relations: Map<string, Relation>;
  policies: Map<string, PolicyFact>;
}

/**
 * Returns the facts of a source that decide access, one for each native id, sorted by it: the entities with this id, everything that they are in, and
 * every policy attached to them. The rows of the database give the same facts as the import.
 */
export function factLeaves({ entities, relations, policies }: Pick<SourceFacts, 'entities' | 'relations' | 'policies'>): Leaf[] {
  const byId = new Map<string, About>();
  const about = (nativeId: string): About => {
    const known = byId.get(nativeId) ?? { entities: new Map(), relations: new Map(), policies: new Map() };
    byId.set(nativeId, known);
    return known;
  };
  for (const entity of entities) about(entity.nativeId).entities.set(entity.uri, entity);
  for (const relation of relations) about(relation.child.nativeId).relations.set(`${relation.kind} ${relation.parent.nativeId}`, relation);
  for (const policy of policies) about(policy.holder.nativeId).policies.set(`${policy.kind} ${policy.policyId}`, policy);
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

function entityFact({ uri, type, name, accountId, isIdentity, isResource, attributes }: Entity): Json {
  const deciding = Object.entries(attributes).filter(([attribute]) => DECIDING.test(attribute));
  return { uri, type, name, account: accountId, identity: isIdentity, resource: isResource, attributes: Object.fromEntries(deciding) as Json };
}

function inOrder<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort(([a], [b]) => byCodeUnits(a, b));
}
