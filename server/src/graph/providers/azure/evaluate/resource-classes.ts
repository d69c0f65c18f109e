import { networksOf } from '../../../engine/port-reach';
import { stableId } from '../../../engine/stable-id';
import type { AzureAccount } from './account';
import { typeOfScope } from './resource-actions';

/** Resources that every assignment and deny treats alike. */
export interface ResourceClass {
  id: string;
  type: string;
  /** Scope of one of them and all that it lies in, innermost first. */
  chain: readonly string[];
  /** Data permissions come from the vault's own access policy, not from roles. */
  ownPolicy: boolean;
  members: AzureAccount['resources'];
}

/** Sorts resources into classes: by type, by the scopes above them at which something is assigned, and by what reaches themselves alone. */
export function classifyResources(accountId: string, { scopes, assignments, denies, vaults, resources }: AzureAccount): ResourceClass[] {
  const speaking = new Set([...assignments.map(({ assignment }) => assignment.scope), ...denies.map(({ deny }) => deny.scope), ...vaults.keys()]);
  const alone = new Set(denies.flatMap(({ deny }) => (deny.onlyThere ? [deny.scope] : [])));
  const classes = new Map<string, ResourceClass>();
  for (const resource of resources) {
    const { scope } = resource;
    const chain = scopes.chainOf(scope);
    const type = typeOfScope(scope);
    const ownPolicy = vaults.has(scope);
    // What networks reach is told by rules of its own.
    const own = networksOf(resource.entity).length > 0 ? [`guards ${scope}`] : [];
    const heard = chain.filter((at) => speaking.has(at));
    const id = stableId('azure rclass', accountId, type, alone.has(scope) ? scope : '', ownPolicy ? 'own policy' : '', ...heard, ...own);
    const known = classes.get(id) ?? { id, type, chain, ownPolicy, members: [] };
    classes.set(id, known);
    known.members.push(resource);
  }
  return [...classes.values()];
}
