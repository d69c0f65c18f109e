import type { AccessKind } from './catalogue/action-kinds';
import type { Bitset } from './bitset';
import type { AccessMode } from './grant';
import type { ActionSets } from './action-sets';
import type { AccessRowRecord, GrantRecord } from './graph-rows';

/** Actions that one access row keeps by name. */
const ACTIONS_KEPT = 100;

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** Actions that one class of principals has on one class of resources. The sets are disjoint. */
export interface AllowedActions {
  always: Bitset;
  conditional: Bitset;
}

/** Names and kinds of a provider's actions. */
export interface ActionNames {
  nameOf: (index: number) => string;
  kinds: Readonly<Record<AccessKind, Bitset>>;
  sets: ActionSets;
}

/**
 * Returns the access row of two classes; null where nothing is allowed.
 * @param sure kinds of access that some grant gives without conditions; absent where every action of a grant has the same conditions
 */
export function accessRow(
  { pclassId, classId }: Pick<AccessRowRecord, 'pclassId' | 'classId'>,
  allowed: AllowedActions,
  names: ActionNames,
  via: (given: Bitset) => GrantRecord[],
  sure?: ReadonlySet<AccessKind>,
): AccessRowRecord | null {
  const { always, conditional } = allowed;
  if (always.isEmpty && conditional.isEmpty) return null;
  const given = always.copy().or(conditional);
  const all = [...given];
  const mode = (kind: AccessKind): AccessMode => {
    const own = modeOf(allowed, names.kinds[kind]);
    return own === 2 && sure && !sure.has(kind) ? 1 : own;
  };
  return {
    pclassId,
    classId,
    read: mode('READ'),
    write: mode('WRITE'),
    admin: mode('ADMIN'),
    via: via(given),
    actions: all.slice(0, ACTIONS_KEPT).map(names.nameOf),
    actionsTotal: all.length,
    actionSet: names.sets.of(given),
  };
}

/** Returns the kinds of access among actions. */
export function kindsAmong(actions: Bitset, { kinds }: ActionNames): AccessKind[] {
  return KINDS.filter((kind) => actions.intersects(kinds[kind]));
}

function modeOf({ always, conditional }: AllowedActions, kind: Bitset): AccessMode {
  if (always.intersects(kind)) return 2;
  return conditional.intersects(kind) ? 1 : 0;
}
