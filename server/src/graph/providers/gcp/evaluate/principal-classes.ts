import type { EvaluationContext, Holder } from '../../../engine/evaluation';
import { stableId } from '../../../engine/stable-id';
import type { Entity } from '../../../engine/model';
import type { GrantSource } from '../../../engine/grant';
import type { Held } from './effective-access';
import type { GcpAccount } from './account';
import { EVERYBODY, EVERYBODY_SIGNED_IN, toMember } from '../compile/members';
import { outsiderOf } from './external-principals';

/** Where a grant or deny comes from: its policy and rule, and the group that it names (empty: the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri' | 'statement_index'>;

/** Principals of whom bindings and denies speak alike: evaluated once for all of them. */
export interface PrincipalClass {
  id: string;
  held: Held<Source>;
  members: { entity: Entity; groups: Entity[] }[];
}

export interface ClassifiedPrincipals {
  classes: PrincipalClass[];
  /** Whom bindings name and no source lists. */
  outsiders: Entity[];
}

/** A role that a binding of the project itself gives makes a principal one of the project's owners, editors or viewers. */
const CONVENIENCE = /^roles\/(owner|editor|viewer)$/;

/** Sorts everybody who holds something into classes. */
export function classifyPrincipals(accountId: string, account: GcpAccount, { tenantId, holders }: EvaluationContext): ClassifiedPrincipals {
  const listed = [...holders].map((holder) => ({ ...holder, refs: [...new Set(holder.refs.map(toMember))] }));
  const byMember = new Map<string, Entity>();
  for (const { principal, refs } of listed) for (const ref of ownNames(principal, refs)) byMember.set(ref, principal);
  const members = new Set(account.bindings.flatMap(({ binding }) => binding.members));
  const outsiders = [...members].flatMap((member) => (byMember.has(member) ? [] : (outsiderOf(tenantId, accountId, member) ?? [])));
  for (const outsider of outsiders) byMember.set(outsider.nativeId, outsider);

  const everybody: Holder[] = [...listed, ...outsiders.map((principal) => ({ principal, refs: [principal.nativeId] }))];
  const named = new Set([...members, ...account.denies.flatMap(({ rule }) => [...rule.denied, ...rule.excepted])]);
  const classes = new Map<string, PrincipalClass>();
  for (const { principal, refs } of everybody) {
    const names = withBasicRoles(account, namesOf(principal, refs));
    const known = [...names].filter((name) => named.has(name)).sort();
    const own = ownNames(principal, refs);
    // Whom nothing but what is given to everybody concerns is everybody.
    if (!known.some((name) => members.has(name) && (!isEverybody(name) || own.has(name)))) continue;
    const id = stableId('gcp pclass', accountId, ...[...own].filter((name) => named.has(name)), '', ...known);
    const found = classes.get(id) ?? { id, held: heldBy(account, new Set(known), own, byMember), members: [] };
    classes.set(id, found);
    found.members.push({ entity: principal, groups: known.flatMap((name) => (own.has(name) ? [] : (byMember.get(name) ?? []))) });
  }
  return { classes: [...classes.values()], outsiders };
}

function isEverybody(name: string): boolean {
  return name === EVERYBODY || name === EVERYBODY_SIGNED_IN;
}

/** Names of the principal itself, not of its groups or its domain. */
function ownNames({ nativeId, attributes }: Entity, refs: readonly string[]): Set<string> {
  const address = typeof attributes.email === 'string' ? attributes.email.toLowerCase() : '';
  const own = refs.filter((ref) => address !== '' && ref === `${ref.slice(0, ref.indexOf(':'))}:${address}`);
  return new Set([toMember(nativeId), ...own]);
}

/** Everybody is among all users, and whoever signs in among the authenticated ones. */
function namesOf({ nativeId }: Entity, refs: readonly string[]): Set<string> {
  if (nativeId === EVERYBODY) return new Set([EVERYBODY]);
  return new Set([...refs, EVERYBODY_SIGNED_IN, EVERYBODY]);
}

/** `projectOwner:p` means whoever the project itself makes an owner. Source: Google Cloud, "IAM principals", Convenience values. */
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
      // What somebody has itself counts before what a group gives it.
      const member = binding.members.find((name) => own.has(name)) ?? binding.members.find((name) => names.has(name));
      if (member === undefined) return [];
      const source = { ...holderOf(member), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri, statement_index: 0 };
      return [{ node, permissions: permissions.of(held), condition: binding.condition, source }];
    }),
    denies: denies.flatMap(({ policy, node, index, rule }) => {
      const member = rule.denied.find((name) => names.has(name));
      if (member === undefined || rule.excepted.some((name) => names.has(name))) return [];
      const denied = permissions.matching(rule.permissions).copy().andNot(permissions.matching(rule.exceptedPermissions));
      const source = { ...holderOf(member), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri, statement_index: index };
      return [{ node, permissions: denied, condition: rule.condition, source }];
    }),
    reach: null,
  };
}
