import { Bitset } from '../../../engine/bitset';
import { NO_ACTIONS } from '../../../engine/action-sets';
import { accessRow, kindsAmong, type ActionNames, type AllowedActions } from '../../../engine/access-row';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import { decidingRules, effectivePermissions, type DecidingRule } from './effective-access';
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
  const denying: DecidingRule<Source>[] = [];
  for (const { permissions, truths } of probes) {
    const found = effectivePermissions(held, permissions, chain, truths);
    const given = found.always.copy().or(found.conditional);
    if (given.isEmpty) continue;
    allowed.always.or(found.always);
    allowed.conditional.or(found.conditional);
    giving.push(...decidingRules(held.bindings, given, chain, truths.ofBinding));
    denying.push(...decidingRules(held.denies, permissions, chain, truths.ofDeny));
  }
  const row = accessRow({ pclassId: id, classId: resource.id }, allowed, names, () => [
    ...merged(giving).map(({ source, permissions, conditions }) =>
      toSource(source, 'Allow', { kinds: kindsAmong(permissions, names), actions: names.sets.of(permissions), conditions }),
    ),
    ...merged(denying).map(({ source, conditions }) => toSource(source, 'Deny', { kinds: [], actions: NO_ACTIONS, conditions })),
  ]);
  return row && { allowed, row };
}

/** Merges results of one binding that applies to a bucket and to its objects. */
function merged(rules: readonly DecidingRule<Source>[]): DecidingRule<Source>[] {
  const bySource = new Map<Source, DecidingRule<Source>>();
  for (const rule of rules) {
    const known = bySource.get(rule.source);
    const permissions = known
      ? Bitset.emptyLikeAll([known.permissions, rule.permissions]).or(known.permissions).or(rule.permissions)
      : rule.permissions;
    // An unconditional result for one of them gives access unconditionally.
    const conditions = known && (known.conditions.length === 0 || rule.conditions.length === 0) ? [] : rule.conditions;
    bySource.set(rule.source, { source: rule.source, permissions, conditions });
  }
  return [...bySource.values()];
}

function toSource(source: Source, effect: GrantRecord['effect'], what: Pick<GrantRecord, 'kinds' | 'actions' | 'conditions'>): GrantRecord {
  return { ...source, effect, ...what };
}
