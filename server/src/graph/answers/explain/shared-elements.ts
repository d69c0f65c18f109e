import { isGroupType } from '../../engine/model';
import type { GrantSource, ProfileHop } from '../../engine/grant';

/** Kinds of elements of an access path, the narrowest first. */
export const ELEMENT_KINDS = ['STATEMENT', 'ASSIGNMENT', 'TRUST', 'MEMBERSHIP', 'POLICY'] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/**
 * An element of an access path that somebody can remove: a statement or a whole policy of the customer, the assignment of a role or of a policy of the
 * provider, a membership, or the permission to become another identity.
 */
export interface PathElement {
  /** Identifies the element in the graph. */
  key: string;
  kind: ElementKind;
  /** Words for the element, for example "Statement 2 of DeployPolicy". */
  name: string;
  /** URI of the policy, or of the group or identity that the path enters. */
  uri: string;
}

/** The stored access of an identity to a resource. */
export interface PairAccess {
  identity: { uri: string; name: string };
  resource: { accountId: string; cloudType: string };
  /** Grants on the resource, each with the hops from the identity to the holder of its policies. */
  routes: readonly { hops: readonly ProfileHop[]; via: readonly GrantSource[] }[];
}

/**
 * Returns the elements that lie on every stored access path of a pair, compared by key and in the order of their kinds. Without a shared statement or
 * policy, the pair has no access. The graph stores the shortest path to each principal class only, so a longer path may avoid a shared assignment,
 * membership or trust.
 */
export function sharedElements(pair: PairAccess): PathElement[] {
  let shared: Map<string, PathElement> | null = null;
  for (const { hops, via } of pair.routes) {
    const steps = hopElements(pair.identity, hops);
    for (const grants of alternatives(pair, hops, via)) {
      const path = new Map(
        [...steps, ...grants.flatMap((grant) => grantElements(pair.resource.cloudType, lastHop(pair, hops), grant))].map((one) => [one.key, one]),
      );
      shared = shared === null ? path : intersect(shared, path);
      if (shared.size === 0) return [];
    }
  }
  const rank = ({ kind, key }: PathElement): string => `${ELEMENT_KINDS.indexOf(kind)} ${key}`;
  return [...(shared?.values() ?? [])].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function intersect(a: ReadonlyMap<string, PathElement>, b: ReadonlyMap<string, PathElement>): Map<string, PathElement> {
  return new Map([...a].filter(([key]) => b.has(key)));
}

function lastHop({ identity }: PairAccess, hops: readonly ProfileHop[]): { uri: string; name: string } {
  return hops.at(-1) ?? identity;
}

/**
 * Returns the sets of grants that give access together. One allowing statement suffices, except across AWS accounts: there a statement of the
 * identity and one of the resource must both allow.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic-cross-account.html
 */
function alternatives(pair: PairAccess, hops: readonly ProfileHop[], via: readonly GrantSource[]): GrantSource[][] {
  const allows = via.filter(({ effect, kinds }) => effect === 'Allow' && kinds.length > 0);
  const ofResource = allows.filter(({ holder_type: type }) => type === 'RESOURCE');
  const held = allows.filter(({ holder_type: type }) => type !== 'RESOURCE');
  const isAcross = pair.resource.cloudType === 'AWS' && lastHop(pair, hops).uri.split(':')[2] !== pair.resource.accountId && held.length > 0;
  if (!isAcross || ofResource.length === 0) return allows.map((grant) => [grant]);
  return held.flatMap((own) => ofResource.map((other) => [own, other]));
}

function hopElements(identity: PairAccess['identity'], hops: readonly ProfileHop[]): PathElement[] {
  return hops.flatMap((hop, index) => {
    const from = hops[index - 1] ?? identity;
    return isGroupType(hop.type) ? [membership(from, hop)] : [{ key: `TRUST ${hop.uri}`, kind: 'TRUST' as const, name: hop.name, uri: hop.uri }];
  });
}

/** Nobody but the provider can change these policies. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html */
const AWS_MANAGED = /^arn:aws[\w-]*:iam::aws:policy\//;

function grantElements(cloudType: string, from: { uri: string; name: string }, grant: GrantSource): PathElement[] {
  const { holder_type: type, holder_uri: holder, holder_name: group } = grant;
  const ofGroup = isGroupType(type) ? [membership(from, { uri: holder, name: group })] : [];
  return [...policyElements(cloudType, from, grant), ...ofGroup];
}

function policyElements(cloudType: string, from: { uri: string; name: string }, grant: GrantSource): PathElement[] {
  const { policy_id: id, policy_uri: uri, policy_name: name, statement_index: index } = grant;
  const holder = grant.holder_uri === '' ? from : { uri: grant.holder_uri, name: grant.holder_name };
  if (cloudType === 'AWS' && !AWS_MANAGED.test(id))
    return [
      { key: `STATEMENT ${uri} ${id} ${index}`, kind: 'STATEMENT', name: `Statement ${index + 1} of ${name}`, uri },
      { key: `POLICY ${uri} ${id}`, kind: 'POLICY', name, uri },
    ];
  if (cloudType === 'AWS') return [{ key: `ASSIGNMENT ${id} ${holder.uri}`, kind: 'ASSIGNMENT', name: `${name} of ${holder.name}`, uri: holder.uri }];
  // Outside AWS, the policy of a grant is the assignment itself. A binding of GCP names all of its members.
  return [
    { key: `ASSIGNMENT ${uri} ${id}`, kind: 'ASSIGNMENT', name: cloudType === 'GCP' ? `Binding of ${name}` : `${name} of ${holder.name}`, uri },
  ];
}

function membership(member: { uri: string; name: string }, group: { uri: string; name: string }): PathElement {
  return { key: `MEMBERSHIP ${member.uri} ${group.uri}`, kind: 'MEMBERSHIP', name: `${member.name} in ${group.name}`, uri: group.uri };
}
