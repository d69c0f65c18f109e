import type { Entity } from '../../../engine/model';
import type { PolicyFact, SourceFacts } from '../../../engine/source-facts';
import { AzureActions, type Plane } from '../compile/actions';
import {
  readDenyAssignment,
  readRoleAssignment,
  readRoleDefinition,
  roleKeyOf,
  type DenyAssignment,
  type RoleAssignment,
  type RoleDefinition,
} from '../read/documents';
import { knownActions } from '../compile/known-actions';
import { typeOfScope, usualActions } from './resource-actions';
import type { ActionPatterns } from '../compile/role-permissions';
import { isManagementGroup, Scopes, toScope } from '../compile/scopes';
import { vaultAccess, type VaultAccess } from '../compile/vault-access';

/** The facts of an Azure source, prepared for evaluation. */
export interface AzureAccount {
  scopes: Scopes;
  actions: AzureActions;
  assignments: { policy: PolicyFact; assignment: RoleAssignment; role: RoleDefinition }[];
  denies: { policy: PolicyFact; deny: DenyAssignment }[];
  /** Vaults with access policies, by scope. */
  vaults: ReadonlyMap<string, { policy: PolicyFact; access: VaultAccess[] }>;
  /** Resources with their scope. */
  resources: { entity: Entity; scope: string }[];
}

/** Returns the scope of an entity. An identity that is also a resource has its object id as native id, so its scope is an attribute. */
export function scopeOf({ nativeId, attributes }: Entity): string {
  return toScope(typeof attributes.resourceid === 'string' ? attributes.resourceid : nativeId);
}

/** @param moreTypes types of resources of the source that the facts leave out */
export function azureAccount({ entities, relations, policies }: SourceFacts, moreTypes: Iterable<string> = []): AzureAccount {
  const ofKind = (sought: PolicyFact['kind']): { policy: PolicyFact; value: unknown }[] =>
    policies.flatMap((policy) => (policy.kind === sought ? [{ policy, value: JSON.parse(policy.document) as unknown }] : []));
  const roles = new Map(ofKind('azure_role_definition').map(({ policy, value }) => [roleKeyOf(policy.policyId), readRoleDefinition(value)]));
  const assignments = ofKind('azure_role_assignment').flatMap(({ policy, value }) => {
    const assignment = readRoleAssignment(value);
    const role = roles.get(assignment.roleKey);
    return role ? [{ policy, assignment, role }] : [];
  });
  const denies = ofKind('azure_deny_assignment').map(({ policy, value }) => ({ policy, deny: readDenyAssignment(value) }));
  const vaults = new Map(
    ofKind('resource').flatMap(({ policy, value }) => {
      const access = vaultAccess(value as Record<string, unknown>);
      return access ? [[toScope(policy.holder.nativeId), { policy, access }] as const] : [];
    }),
  );
  const resources = entities.flatMap((entity) => (entity.isResource ? [{ entity, scope: scopeOf(entity) }] : []));
  const types = new Set([...resources.map(({ scope }) => typeOfScope(scope)), ...moreTypes]);
  const patterns: ActionPatterns[] = [
    ...[...roles.values()].flatMap(({ permissions }) => permissions),
    ...denies.flatMap(({ deny }) => deny.permissions),
    ...[...vaults.values()].flatMap(({ access }) => access.map(({ permissions }) => permissions)),
  ];
  return {
    scopes: scopesOf(relations, assignments, denies),
    actions: new AzureActions([...knownActions(), ...named(patterns), ...usualActions(types)]),
    assignments,
    denies,
    vaults,
    resources,
  };
}

/** Returns the scope hierarchy. A management group of unknown place with assignments counts as a parent of every subscription. */
function scopesOf(relations: SourceFacts['relations'], assignments: AzureAccount['assignments'], denies: AzureAccount['denies']): Scopes {
  const contains = relations
    .filter(({ kind }) => kind === 'contains')
    .map(({ child, parent }) => [toScope(child.nativeId), toScope(parent.nativeId)] as const);
  const placed = new Set(contains.flat());
  const used = [...assignments.map(({ assignment }) => assignment.scope), ...denies.map(({ deny }) => deny.scope)];
  return new Scopes(contains, [...new Set(used)].filter((scope) => isManagementGroup(scope) && !placed.has(scope)).sort());
}

function* named(patterns: readonly ActionPatterns[]): Generator<{ id: string; plane: Plane }> {
  for (const { actions, notActions, dataActions, notDataActions } of patterns) {
    for (const id of [...actions, ...notActions]) yield { id, plane: 'control' };
    for (const id of [...dataActions, ...notDataActions]) yield { id, plane: 'data' };
  }
}
