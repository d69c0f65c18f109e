import { Bitset } from '../../../engine/bitset';
import { actionsUnder, parseCondition, type ActionsUnder } from './assignment-condition';
import type { AzureActions } from './actions';

/** Names of actions of both planes, and those that are left out again. */
export interface ActionPatterns {
  actions: string[];
  notActions: string[];
  dataActions: string[];
  notDataActions: string[];
}

/** One block of permissions of a role definition. */
export interface RolePermission extends ActionPatterns {
  /** Some built-in roles have one: what the role grants holds only under it. */
  condition: string | null;
}

/**
 * Its actions without its notActions, its data actions without its notDataActions. What one block or role leaves out another may grant:
 * NotActions is no deny.
 * Source: Microsoft Learn, "Understand Azure role definitions", NotActions.
 */
export function actionsOf({ actions, notActions, dataActions, notDataActions }: ActionPatterns, all: AzureActions): Bitset {
  const control = all.expand(actions, 'control').copy().andNot(all.expand(notActions, 'control'));
  const data = all.expand(dataActions, 'data').copy().andNot(all.expand(notDataActions, 'data'));
  return Bitset.empty(all.size).or(control).or(data);
}

/** What an assignment of a role grants under the assignment's own condition and those of the role, block by block. */
export function grantsOf(permissions: readonly RolePermission[], condition: string | null, all: AzureActions): ActionsUnder[] {
  return permissions.map((permission) => {
    const written = [permission.condition, condition].flatMap((text) => (text !== null && text.trim() !== '' ? [text] : []));
    return actionsUnder(written.map(parseCondition), actionsOf(permission, all), all);
  });
}
