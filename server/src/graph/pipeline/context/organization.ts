import type { OrganizationLevel } from '../../engine/evaluation';
import { accountOfNode, chainOf } from '../names';
import type { PolicyFact, Relation } from '../../engine/source-facts';

/**
 * The levels that an account lies in, from the root to the account itself, with what is attached to each.
 * @returns null where no source knows of an organization with the account
 */
export function organizationOf(
  accountId: string,
  contains: readonly Relation[],
  policies: readonly Pick<PolicyFact, 'kind' | 'holder' | 'policyId' | 'name' | 'uri' | 'document'>[],
): OrganizationLevel[] | null {
  const parentOf = new Map(contains.map(({ child, parent }) => [child.nativeId, parent.nativeId]));
  const node = [...parentOf.keys()].find((id) => accountOfNode(id) === accountId);
  if (node === undefined) return null;
  return chainOf(node, parentOf)
    .reverse()
    .map((nativeId) => ({ node: { nativeId }, policies: policies.filter(({ holder }) => holder.nativeId === nativeId) }));
}
