import type { Entity } from './model';
import type { PolicyFact, Relation, SourceFacts } from './source-facts';

/** The kinds of policies and relations of an AWS account on which the access of its principals to other accounts depends. */
export const OF_IDENTITIES: { policies: readonly PolicyFact['kind'][]; relations: readonly Relation['kind'][] } = {
  policies: ['identity', 'boundary'],
  relations: ['member_of'],
};

/** Attributes that a principal's requests carry: its tags, and the id that stays when a principal is made anew under its name. */
const OF_REQUESTS = /^tag\.|^userid$/;

/**
 * Returns the part of an AWS account's facts on which access to other accounts depends: its principals, with their groups and policies, and what their
 * requests tell of them. It is the same for imported and for stored facts, which hold results of the evaluation too.
 */
export function identityFacts(facts: SourceFacts): SourceFacts {
  return {
    ...facts,
    entities: facts.entities.flatMap((entity) => (entity.isIdentity ? [{ ...entity, attributes: attributesOf(entity) }] : [])),
    relations: facts.relations.filter(({ kind }) => OF_IDENTITIES.relations.includes(kind)),
    policies: facts.policies.filter(({ kind }) => OF_IDENTITIES.policies.includes(kind)),
    usage: [],
    events: [],
    usageSince: null,
    warnings: [],
  };
}

/** The database keeps attributes in another order than bundles do. */
function attributesOf({ attributes }: Entity): Entity['attributes'] {
  const own = Object.entries(attributes).filter(([name]) => OF_REQUESTS.test(name));
  return Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}
