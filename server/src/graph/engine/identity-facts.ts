import type { PolicyFact, Relation, SourceFacts } from './source-facts';

/** The kinds of policies and relations of an AWS account on which the access of its principals to other accounts depends. */
export const OF_IDENTITIES: { policies: readonly PolicyFact['kind'][]; relations: readonly Relation['kind'][] } = {
  policies: ['identity', 'boundary'],
  relations: ['member_of'],
};

/** Returns the part of an AWS account's facts on which access to other accounts depends: its principals, with their groups and policies. */
export function identityFacts(facts: SourceFacts): SourceFacts {
  return {
    ...facts,
    entities: facts.entities.filter(({ isIdentity }) => isIdentity),
    relations: facts.relations.filter(({ kind }) => OF_IDENTITIES.relations.includes(kind)),
    policies: facts.policies.filter(({ kind }) => OF_IDENTITIES.policies.includes(kind)),
  };
}
