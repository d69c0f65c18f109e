import { Bitset } from '../../../engine/bitset';
import { NO_ACTIONS } from '../../../engine/action-sets';
import { accessRow, kindsAmong, type ActionNames, type AllowedActions } from '../../../engine/access-row';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import { decidingRules, effectivePermissions, isWithinReach, UNLESS_BLOCKED, type DecidingRule } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';

export interface ClassAccess {
  allowed: AllowedActions;
  row: AccessRowRecord;
}

/** Returns the access of one class of principals to one class of resources; null where there is none. */
export function classAccess({ id, held }: PrincipalClass, resource: ResourceClass, names: ActionNames): ClassAccess | null {
  const { chain, probes } = resource;
  const room = probes.map(({ permissions }) => permissions);
  const allowed: AllowedActions = { always: Bitset.emptyLikeAll(room), conditional: Bitset.emptyLikeAll(room) };
  const giving: DecidingRule<Source>[] = [];
  const isInside = isWithinReach(held.perhapsReach ?? null, chain);
  const limited = (rule: DecidingRule<Source>): DecidingRule<Source> =>
    isInside ? rule : { ...rule, conditions: [...rule.conditions, UNLESS_BLOCKED] };
  const denying: DecidingRule<Source>[] = [];
  for (const { permissions, truths } of probes) {
    const found = effectivePermissions(held, permissions, chain, truths);
    const given = found.always.copy().or(found.conditional);
    if (given.isEmpty) continue;
    allowed.always.or(found.always);
    allowed.conditional.or(found.conditional);
    giving.push(...decidingRules(held.bindings, given, chain, truths.ofBinding).map(limited));
    denying.push(...decidingRules(held.denies, permissions, chain, truths.ofDeny));
  }
  const row = accessRow({ pclassId: id, classId: resource.id }, allowed, names, () => [
    ...merged(giving).map(({ source, permissions, sure, conditions }) => {
      const [kinds, sureKinds] = [kindsAmong(permissions, names), kindsAmong(sure, names)];
      const conditional = kinds.filter((kind) => !sureKinds.includes(kind));
      return toSource(source, 'Allow', { kinds, conditional_kinds: conditional, actions: names.sets.of(permissions), conditions });
    }),
    ...merged(denying).map(({ source, conditions }) =>
      toSource(source, 'Deny', { kinds: [], conditional_kinds: [], actions: NO_ACTIONS, conditions }),
    ),
  ]);
  return row && { allowed, row };
}

/** Merges results of one binding that applies to a bucket and to its objects. Permissions without a condition on one of them are sure. */
function merged(rules: readonly DecidingRule<Source>[]): Merged[] {
  const bySource = new Map<Source, DecidingRule<Source>[]>();
  for (const rule of rules) bySource.set(rule.source, [...(bySource.get(rule.source) ?? []), rule]);
  return [...bySource].map(([source, own]) => {
    const empty = Bitset.emptyLikeAll(own.map(({ permissions }) => permissions));
    const [permissions, sure] = [empty.copy(), empty.copy()];
    for (const rule of own) {
      permissions.or(rule.permissions);
      if (rule.conditions.length === 0) sure.or(rule.permissions);
    }
    return { source, permissions, sure, conditions: [...new Set(own.flatMap(({ conditions }) => conditions))] };
  });
}

interface Merged extends DecidingRule<Source> {
  /** Permissions that need no condition on some part of the resource. */
  sure: Bitset;
}

function toSource(
  source: Source,
  effect: GrantRecord['effect'],
  what: Pick<GrantRecord, 'kinds' | 'conditional_kinds' | 'actions' | 'conditions'>,
): GrantRecord {
  return { ...source, effect, ...what };
}
