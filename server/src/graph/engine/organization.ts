import type { OrganizationLevel } from './evaluation';
import type { PolicyFact, Relation } from './source-facts';

/**
 * Returns the organization levels of an account, from the root to the account itself, with the policies attached to each.
 * @returns null where no source knows an organization with the account
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

/** Returns a node and its parents up to the root. */
export function chainOf(node: string, parentOf: ReadonlyMap<string, string>): string[] {
  const chain = [node];
  for (;;) {
    const parent = parentOf.get(chain.at(-1) ?? '');
    if (parent === undefined || chain.includes(parent)) return chain;
    chain.push(parent);
  }
}

/** Returns the AWS account of an organization node, from its id, its root ARN or its organization ARN. */
export function accountOfNode(nativeId: string): string | null {
  return (
    /^(?:arn:[^:]+:iam::(\d{12}):root|arn:[^:]+:organizations::\d{12}:account\/[^/]+\/(\d{12})|(\d{12}))$/.exec(nativeId)?.slice(1).find(Boolean) ??
    null
  );
}
