import type { DecidingStatement, PathHop } from '@cam/contracts/server';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { eitherOf } from '../../engine/condition-words';
import type { Entity } from '../../engine/model';
import type { StoredPolicyFact } from '../../store/read-policy-facts';
import type { StoredAccess, StoredPath } from '../../store/read-paths';
import type { GrantSource } from '../../engine/grant';
import type { ExplainedPath } from './explain-access';
import { actionsOf, type Gives } from './granted';
import { hopsOf } from './path-hops';
import { pathSentence } from './path-sentence';
import { policyInWords } from './policy-words';
import { statementOf } from './quote-statement';

/** Explains a path by its stored deciding statements, with one access path per granting policy. */
export function explainStored(
  from: PathHop,
  resource: Entity,
  route: StoredPath,
  { via, always, actions, actionsTotal }: StoredAccess,
  policies: ReadonlyMap<string, StoredPolicyFact>,
): ExplainedPath[] {
  const limits = via.filter(({ effect }) => effect === 'Deny').flatMap((source) => quote(source, policies));
  return paths(via, resource, route).flatMap(({ own, others }) => {
    const [first] = own;
    if (!first) return [];
    const grants = [...own, ...others];
    const granted = givenBy(own, others, route.conditional ? [] : always);
    const hops = hopsOf(from, resource, route.hops, first, eitherAndOthers(own, others));
    const path = {
      hops,
      ...actionsOf([granted]),
      conditional: granted.isConditional,
      privileges: actions,
      privileges_total: actionsTotal,
      grants: grants.flatMap((source) => quote(source, policies)),
      limits,
      sentence: pathSentence(hops, granted, null),
    };
    return [{ path, granted }];
  });
}

/** The granting statements of one policy, with the statements of other policies that they require. */
interface PathGrants {
  own: GrantSource[];
  others: GrantSource[];
}

/**
 * Returns one access path per allowing policy. Across AWS accounts both sides must allow: a policy of the identity and the policy of the
 * resource.
 */
function paths(via: readonly GrantSource[], { cloudType, accountId }: Entity, { holderUri }: StoredPath): PathGrants[] {
  const allows = via.filter(({ effect }) => effect === 'Allow');
  const isOfResource = ({ holder_type: type }: GrantSource): boolean => type === 'RESOURCE';
  const held = allows.filter((source) => !isOfResource(source));
  const isAcross = cloudType === 'AWS' && holderUri.split(':')[2] !== accountId && held.length > 0;
  const others = isAcross ? allows.filter(isOfResource) : [];
  const byPolicy = new Map<string, GrantSource[]>();
  for (const source of isAcross ? held : allows) {
    const key = `${source.holder_uri} ${source.policy_id}`;
    byPolicy.set(key, [...(byPolicy.get(key) ?? []), source]);
  }
  return [...byPolicy.values()].map((own) => ({ own, others }));
}

/** Returns the conditions of a path. The policy's own statements are alternatives; the other side must allow as well. */
function eitherAndOthers(...sides: (readonly GrantSource[])[]): string[] {
  return [...new Set(sides.flatMap((grants) => eitherOf(grants.map(({ conditions }) => conditions))))];
}

/** @param always kinds of access of which something remains unconditional after all denies */
function givenBy(own: readonly GrantSource[], others: readonly GrantSource[], always: readonly AccessKind[]): Gives {
  const kinds = new Set<AccessKind>(own.flatMap((grant) => grant.kinds));
  const isSureIn = (grants: readonly GrantSource[], kind: AccessKind): boolean =>
    grants.some(({ kinds: given, conditional_kinds: conditional }) => given.includes(kind) && !conditional.includes(kind));
  const isSure = (kind: AccessKind): boolean => always.includes(kind) && isSureIn(own, kind) && (others.length === 0 || isSureIn(others, kind));
  return {
    isNothing: kinds.size === 0,
    isConditional: kinds.size > 0 && ![...kinds].some(isSure),
    has: (kind) => kinds.has(kind),
    isSure,
  };
}

function quote(source: GrantSource, policies: ReadonlyMap<string, StoredPolicyFact>): DecidingStatement[] {
  const policy = policies.get(source.policy_id);
  if (!policy) return [];
  return [
    {
      effect: source.effect,
      policy_name: source.policy_name,
      policy_uri: source.policy_uri,
      policy_id: source.policy_id,
      policy_account_id: policy.accountId,
      statement_index: source.statement_index,
      statement: statementOf(policy.document, source.statement_index),
      document: policy.document,
      words: policyInWords(policy, source),
      conditions: source.conditions,
    },
  ];
}
