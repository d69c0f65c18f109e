import { Bitset } from '../../../engine/bitset';
import { parseCondition } from './assignment-condition';
import { ConditionedGrant } from './conditioned-grant';
import type { AzureActions } from './actions';

/** Action patterns of both planes, with the excluded patterns. */
export interface ActionPatterns {
  actions: string[];
  notActions: string[];
  dataActions: string[];
  notDataActions: string[];
}

/** One permissions block of a role definition. */
export interface RolePermission extends ActionPatterns {
  /** The condition of the block, which some built-in roles have. */
  condition: string | null;
}

/**
 * Returns the block's actions without its notActions, and its data actions without its notDataActions. NotActions is not a deny: another block or
 * role may grant the excluded actions.
 * @see Microsoft Learn, "Understand Azure role definitions", NotActions
 */
export function actionsOf({ actions, notActions, dataActions, notDataActions }: ActionPatterns, all: AzureActions): Bitset {
  const control = all.expand(actions, 'control').copy().andNot(all.expand(notActions, 'control'));
  const data = all.expand(dataActions, 'data').copy().andNot(all.expand(notDataActions, 'data'));
  return Bitset.empty(all.size).or(control).or(data);
}

/** Returns what a role assignment grants under its own condition and those of the role, block by block. */
export function grantsOf(permissions: readonly RolePermission[], condition: string | null, all: AzureActions): ConditionedGrant[] {
  return permissions.map((permission) => {
    const written = [permission.condition, condition].flatMap((text) => (text !== null && text.trim() !== '' ? [text] : []));
    return new ConditionedGrant(written.map(parseCondition), actionsOf(permission, all), all);
  });
}
