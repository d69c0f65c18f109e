import { Bitset } from '../../../engine/bitset';
import type { EvaluationContext, Holder } from '../../../engine/evaluation';
import { stableId } from '../../../engine/stable-id';
import { resourceUri, type Entity } from '../../../engine/model';
import type { GrantSource } from '../../../engine/grant';
import type { AzureAccount } from './account';
import type { RoleAssignment } from '../read/documents';
import { appliesTo } from '../compile/deny-assignment';
import type { Held } from './effective-access';
import { gateKey, SignInGates } from './sign-in-gates';
import { actionsOf, grantsOf } from '../compile/role-permissions';

/** The origin of a grant or deny: its policy, and the group that gives it (empty for the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri'>;

/** Principals with the same assignments and denies, evaluated once. */
export interface PrincipalClass {
  id: string;
  held: Held<Source>;
  members: { entity: Entity; groups: Entity[] }[];
}

export interface ClassifiedPrincipals {
  classes: PrincipalClass[];
  /** Principals that assignments name and that no source lists. */
  externalPrincipals: Entity[];
}

/** Entity types by the principal type of assignments. */
const TYPES: Record<string, string> = { user: 'USER', group: 'GROUP', foreigngroup: 'GROUP', serviceprincipal: 'SERVICE_ACCOUNT' };

/** Assigns all principals with any assignment to classes. */
export function classifyPrincipals(accountId: string, account: AzureAccount, { tenantId, holders }: EvaluationContext): ClassifiedPrincipals {
  const named = namedIds(account);
  const byRef = new Map<string, Entity>();
  const listed = [...holders];
  for (const { principal } of listed) byRef.set(principal.nativeId.toLowerCase(), principal);
  const externalPrincipals = findExternalPrincipals(tenantId, accountId, account, byRef);
  for (const externalPrincipal of externalPrincipals) byRef.set(externalPrincipal.nativeId.toLowerCase(), externalPrincipal);
  const classes = new Map<string, PrincipalClass>();
  const gates = new SignInGates(account.actions);
  const all: Holder[] = [...listed, ...externalPrincipals.map((principal) => ({ principal, refs: [principal.nativeId] }))];
  for (const { principal, refs } of all) {
    const ids = new Set(refs.map((ref) => ref.toLowerCase()).filter((ref) => named.has(ref)));
    const own = principal.nativeId.toLowerCase();
    if (![...ids].some((id) => named.get(id) === 'holds')) continue;
    const gate = gateKey(principal);
    const id = stableId('azure pclass', accountId, ids.has(own) ? own : '', ...[...ids].sort(), ...(gate === '' ? [] : ['gate', gate]));
    const known = classes.get(id) ?? { id, held: gates.behind(principal, heldBy(account, ids, own, byRef)), members: [] };
    classes.set(id, known);
    known.members.push({ entity: principal, groups: [...ids].flatMap((ref) => (ref === own ? [] : (byRef.get(ref) ?? []))) });
  }
  return { classes: [...classes.values()], externalPrincipals };
}

/** Returns what one principal holds, apart from the sign-in policies of its directory. */
export function heldOf(account: AzureAccount, { principal, refs }: Holder): Held<Source> {
  return heldBy(account, new Set(refs.map((ref) => ref.toLowerCase())), principal.nativeId.toLowerCase(), new Map());
}

/** Returns the object ids that the account's policies name, with whether a policy grants them something. */
function namedIds({ assignments, denies, vaults }: AzureAccount): Map<string, 'holds' | 'named'> {
  const ids = new Map<string, 'holds' | 'named'>();
  for (const { deny } of denies) for (const id of [...deny.principals, ...deny.excluded]) ids.set(id, 'named');
  for (const { assignment } of assignments) ids.set(assignment.principalId, 'holds');
  for (const { access } of vaults.values()) for (const { principalId } of access) ids.set(principalId, 'holds');
  return ids;
}

function heldBy(account: AzureAccount, ids: ReadonlySet<string>, own: string, byRef: ReadonlyMap<string, Entity>): Held<Source> {
  const { actions } = account;
  const holder = (id: string): Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'> => {
    const group = id === own ? undefined : byRef.get(id);
    return group ? { holder_type: group.type, holder_uri: group.uri, holder_name: group.name } : { holder_type: '', holder_uri: '', holder_name: '' };
  };
  const assignments = account.assignments.flatMap(({ policy, assignment, role }) => {
    if (!ids.has(assignment.principalId)) return [];
    const source = { ...holder(assignment.principalId), policy_id: policy.policyId, policy_name: role.roleName, policy_uri: policy.uri };
    return [{ scope: assignment.scope, grants: grantsOf(role.permissions, assignment.condition, actions), source }];
  });
  const ofVaults = [...account.vaults].flatMap(([scope, { policy, access }]) =>
    access.flatMap(({ principalId, permissions }) => {
      if (!ids.has(principalId)) return [];
      const source = { ...holder(principalId), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri };
      return [{ scope, grants: grantsOf([{ ...permissions, condition: null }], null, actions), source }];
    }),
  );
  const denies = account.denies.flatMap(({ policy, deny }) => {
    if (!appliesTo(deny, ids)) return [];
    const denied = deny.permissions.reduce((all, block) => all.or(actionsOf(block, actions)), Bitset.empty(actions.size));
    const source = { ...holder(own), policy_id: policy.policyId, policy_name: policy.name, policy_uri: policy.uri };
    return [{ scope: deny.scope, onlyThere: deny.onlyThere, actions: denied, source }];
  });
  return { assignments: [...assignments, ...ofVaults], denies };
}

function findExternalPrincipals(tenantId: string, accountId: string, account: AzureAccount, listed: ReadonlyMap<string, Entity>): Entity[] {
  const found = new Map<string, Entity>();
  const unknown: Pick<RoleAssignment, 'principalType' | 'principalName'> = { principalType: '', principalName: '' };
  const add = (id: string, { principalType, principalName }: typeof unknown): void => {
    if (id === '' || listed.has(id) || (found.has(id) && principalName === '')) return;
    found.set(id, external(tenantId, accountId, id, principalType, principalName));
  };
  for (const { assignment } of account.assignments) add(assignment.principalId, assignment);
  for (const { access } of account.vaults.values()) for (const { principalId } of access) add(principalId, unknown);
  return [...found.values()];
}

/** Returns an external principal as an entity. A guest's account name has the form `ada_contoso.com#EXT#@fabrikam.onmicrosoft.com`. */
function external(tenantId: string, accountId: string, id: string, principalType: string, name: string): Entity {
  const type = TYPES[principalType.toLowerCase()] ?? 'SERVICE_ACCOUNT';
  const isForeign = name.includes('#EXT#') || principalType === 'ForeignGroup';
  return {
    uri: resourceUri(tenantId, 'AZURE', accountId, '', type, id),
    nativeId: id,
    name: name || id,
    type,
    accountId,
    cloudType: 'AZURE',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: { external: isForeign, ...(type === 'USER' && name.includes('@') ? { email: name } : {}) },
  };
}
