import type { EvaluationContext, Holder } from '../../../engine/evaluation';
import { stableId } from '../../../engine/stable-id';
import type { Entity } from '../../../engine/model';
import type { GrantSource } from '../../../engine/grant';
import type { Held } from './effective-access';
import type { GcpAccount } from './account';
import { mayContain, projectOfPool } from '../compile/boundary-sets';
import { ALL_USERS, ALL_AUTHENTICATED_USERS, poolSetsOf, toMember } from '../compile/members';
import { concernOf } from './denied-principals';
import { externalPrincipalOf } from './external-principals';

/** The origin of a grant or deny: its policy and rule, and the group that it names (empty for the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri' | 'statement_index'>;

/** Principals with the same bindings and denies, evaluated once. */
export interface PrincipalClass {
  id: string;
  held: Held<Source>;
  members: { entity: Entity; groups: Entity[] }[];
}

export interface ClassifiedPrincipals {
  classes: PrincipalClass[];
  /** Principals that bindings name and that no source lists. */
  externalPrincipals: Entity[];
}

/** Roles whose binding on a project makes a principal one of the project's owners, editors or viewers. */
const CONVENIENCE = /^roles\/(owner|editor|viewer)$/;

/** Assigns all principals with any binding to classes. */
export function classifyPrincipals(accountId: string, account: GcpAccount, { tenantId, holders }: EvaluationContext): ClassifiedPrincipals {
  const listed = [...holders].map((holder) => ({ ...holder, refs: [...new Set(holder.refs.map(toMember))] }));
  const byMember = new Map<string, Entity>();
  for (const { principal, refs } of listed) for (const ref of ownNames(principal, refs)) byMember.set(ref, principal);
  const members = new Set(account.bindings.flatMap(({ binding }) => binding.members));
  const externalPrincipals = [...members].flatMap((member) => (byMember.has(member) ? [] : (externalPrincipalOf(tenantId, accountId, member) ?? [])));
  for (const external of externalPrincipals) byMember.set(external.nativeId, external);

  const all: Holder[] = [...listed, ...externalPrincipals.map((principal) => ({ principal, refs: [principal.nativeId] }))];
  const named = new Set([...members, ...account.denies.flatMap(({ rule }) => [...rule.denied, ...rule.excepted])]);
  const classes = new Map<string, PrincipalClass>();
  for (const { principal, refs } of all) {
    const names = withBasicRoles(account, namesOf(principal, refs, account));
    const known = [...names].filter((name) => named.has(name)).sort();
    const own = ownNames(principal, refs);
    // A principal that only public bindings concern is covered by the public node.
    if (!known.some((name) => members.has(name) && (!isPublicMember(name) || own.has(name)))) continue;
    const perhapsReach = eligibleNodes(account, own);
    const bound = perhapsReach === null ? [] : ['', ...perhapsReach];
    const id = stableId('gcp pclass', accountId, ...[...own].filter((name) => named.has(name)), '', ...known, ...bound);
    const found = classes.get(id) ?? { id, held: { ...heldBy(account, new Set(known), own, byMember), perhapsReach }, members: [] };
    classes.set(id, found);
    found.members.push({ entity: principal, groups: known.flatMap((name) => (own.has(name) ? [] : (byMember.get(name) ?? []))) });
  }
  return { classes: [...classes.values()], externalPrincipals };
}

/** Returns what one principal holds, also by bindings to everyone. */
export function heldOf(account: GcpAccount, { principal, refs: listed }: Holder): Held<Source> {
  const refs = [...new Set(listed.map(toMember))];
  const own = ownNames(principal, refs);
  const names = withBasicRoles(account, namesOf(principal, refs, account));
  return { ...heldBy(account, names, own, new Map()), perhapsReach: eligibleNodes(account, own) };
}

/** Returns the nodes that boundaries make eligible for a principal which they may bind; null where none may. Several boundaries add up. */
function eligibleNodes({ boundaries, serviceAccountSets, placeOfProject }: GcpAccount, own: ReadonlySet<string>): string[] | null {
  const principals = [...own].map((member) => ({
    member,
    serviceAccountSets: serviceAccountSets.get(member),
    poolNodes: placeOfProject.get(projectOfPool(member) ?? ''),
  }));
  const binding = boundaries.filter(({ principalSet }) => principals.some((principal) => mayContain(principalSet, principal)));
  return binding.length === 0 ? null : [...new Set(binding.flatMap(({ eligible }) => eligible))].sort();
}

function isPublicMember(name: string): boolean {
  return name === ALL_USERS || name === ALL_AUTHENTICATED_USERS;
}

/** Returns the names of the principal itself, without its groups and domain. */
function ownNames({ nativeId, attributes }: Entity, refs: readonly string[]): Set<string> {
  const address = typeof attributes.email === 'string' ? attributes.email.toLowerCase() : '';
  const own = refs.filter((ref) => address !== '' && ref === `${ref.slice(0, ref.indexOf(':'))}:${address}`);
  return new Set([toMember(nativeId), ...own]);
}

/**
 * Everyone belongs to allUsers, and whoever signed in to Google belongs to allAuthenticatedUsers, which leaves out identities of pools. These belong to
 * sets of their pool, and a service account to the sets of its project, its folders and its organization.
 * @see https://cloud.google.com/iam/docs/principals-overview
 */
function namesOf({ nativeId }: Entity, refs: readonly string[], { serviceAccountSets }: GcpAccount): Set<string> {
  if (nativeId === ALL_USERS) return new Set([ALL_USERS]);
  const pools = poolSetsOf(nativeId);
  if (pools.length > 0) return new Set([...refs, ...pools, ALL_USERS]);
  return new Set([...refs, ...(serviceAccountSets.get(nativeId) ?? []), ALL_AUTHENTICATED_USERS, ALL_USERS]);
}

/**
 * Adds convenience values: `projectOwner:p` means every principal with the owner role on the project.
 * @see Google Cloud, "IAM principals", Convenience values
 */
function withBasicRoles({ bindings }: GcpAccount, names: ReadonlySet<string>): Set<string> {
  const all = new Set(names);
  for (const { node, binding } of bindings) {
    const role = CONVENIENCE.exec(binding.role)?.[1];
    if (role === undefined || !node.startsWith('projects/') || !binding.members.some((member) => names.has(member))) continue;
    all.add(`project${role.charAt(0).toUpperCase()}${role.slice(1)}:${node.slice('projects/'.length)}`);
  }
  return all;
}

function heldBy(
  { permissions, bindings, denies }: GcpAccount,
  names: ReadonlySet<string>,
  own: ReadonlySet<string>,
  byMember: ReadonlyMap<string, Entity>,
): Held<Source> {
  const holderOf = (member: string): Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'> => {
    const group = own.has(member) ? undefined : byMember.get(member);
    return group ? { holder_type: group.type, holder_uri: group.uri, holder_name: group.name } : { holder_type: '', holder_uri: '', holder_name: '' };
  };
  return {
    bindings: bindings.flatMap(({ policy, node, binding, held }) => {
      // The principal's own binding comes before that of a group.
      const member = binding.members.find((name) => own.has(name)) ?? binding.members.find((name) => names.has(name));
      if (member === undefined) return [];
      const source = { ...holderOf(member), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri, statement_index: 0 };
      return [{ node, permissions: permissions.of(held), condition: binding.condition, source }];
    }),
    denies: denies.flatMap(({ policy, node, index, rule }) => {
      const concern = concernOf(rule, names, own);
      if (!concern) return [];
      const { member, ...certainty } = concern;
      const denied = permissions.matching(rule.permissions).copy().andNot(permissions.matching(rule.exceptedPermissions));
      const source = { ...holderOf(member), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri, statement_index: index };
      return [{ node, permissions: denied, condition: rule.condition, ...certainty, source }];
    }),
    reach: null,
  };
}
