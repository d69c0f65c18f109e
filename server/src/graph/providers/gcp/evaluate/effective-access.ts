import type { Bitset } from '../../../engine/bitset';
import type { Truth } from '../../../engine/truth';
import type { Condition } from '../compile/condition';

/** Permissions that are granted or denied at a node of the hierarchy and below it. */
export interface HeldRule<Source> {
  /** Organization, folder, project or resource. */
  node: string;
  permissions: Bitset;
  /** Null where unconditional. */
  condition: Condition | null;
  /** The condition, in words, under which a deny concerns the principal; absent where it certainly does. */
  perhaps?: string;
  source: Source;
}

/** All bindings and denies of a principal. */
export interface Held<Source> {
  bindings: readonly HeldRule<Source>[];
  denies: readonly HeldRule<Source>[];
  /** Nodes that the principal access boundaries make eligible, including all nodes below; null where no boundary applies. */
  reach: readonly string[] | null;
  /**
   * Nodes that are eligible under boundaries that may apply. Access elsewhere is conditional, because boundaries block only some permissions, and
   * the principal may be outside the set. Null or absent where no boundary may apply.
   */
  perhapsReach?: readonly string[] | null;
}

/** The condition of access outside the eligible nodes. */
export const UNLESS_BLOCKED = 'not blocked by a principal access boundary';

/** Returns the result of a condition for a request. */
export type ConditionTruth = (condition: Condition | null) => Truth;

/** Bindings and denies treat a condition that cannot be evaluated differently. */
export interface ConditionTruths {
  ofBinding: ConditionTruth;
  ofDeny: ConditionTruth;
}

/** Permissions that are always allowed, allowed under conditions, or denied. The sets are disjoint. */
export interface EffectivePermissions {
  always: Bitset;
  conditional: Bitset;
  denied: Bitset;
}

/**
 * Returns a principal's permissions on a resource: those of bindings at the resource or above, within the principal access boundaries, and without
 * those of deny policies. A deny with an undecided condition, or for principals that may include this one, makes its permissions conditional.
 * @param chain the resource and its parents, innermost first
 * @see Google Cloud, "Policy types" and "Policy evaluation"
 */
export function effectivePermissions<S>(
  { bindings, denies, reach, perhapsReach = null }: Held<S>,
  applicable: Bitset,
  chain: readonly string[],
  { ofBinding, ofDeny }: ConditionTruths,
): EffectivePermissions {
  const [always, conditional, denied, maybeDenied] = [applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike()];
  const nothing = { always, conditional, denied };
  for (const { node, permissions, condition, perhaps } of denies) {
    if (!chain.includes(node)) continue;
    const truth = ofDeny(condition);
    if (truth === 'yes' && perhaps === undefined) denied.or(permissions);
    else if (truth !== 'no') maybeDenied.or(permissions);
  }
  denied.and(applicable);
  if (!isWithinReach(reach, chain)) return nothing;
  for (const { node, permissions, condition } of bindings) {
    if (!chain.includes(node)) continue;
    const truth = ofBinding(condition);
    if (truth === 'yes') always.or(permissions);
    else if (truth === 'unknown') conditional.or(permissions);
  }
  conditional.or(always).and(applicable).andNot(denied);
  always.and(applicable).andNot(denied).andNot(maybeDenied);
  if (!isWithinReach(perhapsReach, chain)) always.andNot(applicable);
  conditional.andNot(always);
  return nothing;
}

export function isWithinReach(reach: Held<unknown>['reach'], chain: readonly string[]): boolean {
  return reach === null || chain.some((node) => reach.includes(node));
}

/** A binding that gives some permissions on a resource, or a deny that removes or may remove some. */
export interface DecidingRule<Source> {
  source: Source;
  permissions: Bitset;
  /** The undecided conditions in words. */
  conditions: string[];
}

/** Returns the bindings or denies that cover permissions on a resource and whose conditions do not fail. */
export function decidingRules<S>(
  rules: readonly HeldRule<S>[],
  requested: Bitset,
  chain: readonly string[],
  truthOf: ConditionTruth,
): DecidingRule<S>[] {
  return rules.flatMap(({ node, permissions, condition, perhaps, source }) => {
    if (!chain.includes(node) || !permissions.intersects(requested)) return [];
    const truth = truthOf(condition);
    if (truth === 'no') return [];
    const undecided = truth === 'unknown' && condition ? [condition.words] : [];
    const conditions = perhaps === undefined ? undecided : [perhaps, ...undecided];
    return [{ source, permissions: requested.copy().and(permissions), conditions }];
  });
}

/** Returns the condition, in words, under which possible denies do not apply. */
export function unlessDenied(rules: readonly DecidingRule<unknown>[]): string[] {
  return rules.flatMap(({ conditions }) => conditions.map((words) => `not (${words})`));
}
