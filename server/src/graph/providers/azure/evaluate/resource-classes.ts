import { networksOf } from '../../../engine/port-reach';
import { stableId } from '../../../engine/stable-id';
import { parseCondition } from '../compile/assignment-condition';
import { nameTestsOf } from '../compile/conditioned-grant';
import { nameTruth, type NameTest } from '../compile/name-test';
import type { AzureAccount } from './account';
import { typeOfScope } from './resource-actions';

/** Resources that every assignment and deny treats alike. */
export interface ResourceClass {
  id: string;
  type: string;
  /** Scope of one member and its parents, innermost first. */
  chain: readonly string[];
  /** Data permissions come from the vault's own access policies, not from roles. */
  ownPolicy: boolean;
  members: AzureAccount['resources'];
}

/** Assigns resources to classes by type, by the scopes above them that have assignments, and by network exposure. */
export function classifyResources(accountId: string, { scopes, assignments, denies, vaults, resources }: AzureAccount): ResourceClass[] {
  const assigned = new Set([...assignments.map(({ assignment }) => assignment.scope), ...denies.map(({ deny }) => deny.scope), ...vaults.keys()]);
  const alone = new Set(denies.flatMap(({ deny }) => (deny.onlyThere ? [deny.scope] : [])));
  const namesAt = nameTestsByScope(assignments);
  const classes = new Map<string, ResourceClass>();
  for (const resource of resources) {
    const { scope } = resource;
    const chain = scopes.chainOf(scope);
    const type = typeOfScope(scope);
    const ownPolicy = vaults.has(scope);
    // Network exposure has rules of its own.
    const own = networksOf(resource.entity).length > 0 ? [`guards ${scope}`] : [];
    const names = chain.flatMap((at) => (namesAt.get(at) ?? []).map((test) => nameTruth(test, scope)));
    const assignedScopes = chain.filter((at) => assigned.has(at));
    const id = stableId(
      'azure rclass',
      accountId,
      type,
      alone.has(scope) ? scope : '',
      ownPolicy ? 'own policy' : '',
      ...assignedScopes,
      ...names,
      ...own,
    );
    const known = classes.get(id) ?? { id, type, chain, ownPolicy, members: [] };
    classes.set(id, known);
    known.members.push(resource);
  }
  return [...classes.values()];
}

/** Returns the tests of conditions that the name of a resource decides, by the scope of the assignment. */
function nameTestsByScope(assignments: AzureAccount['assignments']): Map<string, NameTest[]> {
  const found = new Map<string, NameTest[]>();
  for (const { assignment, role } of assignments) {
    const written = [assignment.condition, ...role.permissions.map(({ condition }) => condition)];
    const tests = written.flatMap((text) => (text === null ? [] : nameTestsOf(parseCondition(text))));
    if (tests.length > 0) found.set(assignment.scope, [...(found.get(assignment.scope) ?? []), ...tests]);
  }
  return found;
}
