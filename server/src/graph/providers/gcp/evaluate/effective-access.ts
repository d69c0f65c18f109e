import type { Bitset } from '../../../engine/bitset';
import type { Truth } from '../../../engine/truth';
import type { Condition } from '../compile/condition';

/** Permissions that are given or taken at a node of the hierarchy, and below it. */
export interface HeldRule<Source> {
  /** Organization, folder, project or resource. */
  node: string;
  permissions: Bitset;
  /** Null: always. */
  condition: Condition | null;
  source: Source;
}

/** What somebody holds, anywhere. */
export interface Held<Source> {
  bindings: readonly HeldRule<Source>[];
  denies: readonly HeldRule<Source>[];
  /** Nodes that principal access boundaries let the principal reach, each with all below it; null: no boundary binds it. */
  reach: readonly string[] | null;
}

/** Whether a condition holds where it is asked. */
export type ConditionTruth = (condition: Condition | null) => Truth;

/** Bindings and denies differ in what a condition means that cannot be evaluated. */
export interface ConditionTruths {
  ofBinding: ConditionTruth;
  ofDeny: ConditionTruth;
}

/** Three-valued: what is allowed in any case, and what under conditions only. Disjoint, as is what a deny policy forbids. */
export interface EffectivePermissions {
  always: Bitset;
  conditional: Bitset;
  denied: Bitset;
}

/**
 * The permissions that somebody has on a resource: within its principal access boundaries, those that no deny policy at the resource or above
 * takes away and that a binding at the resource or above gives. A deny whose condition is not decided makes what it names conditional.
 * Source: Google Cloud, "Policy types" and "Policy evaluation".
 * @param chain the resource and all that it lies in, innermost first
 */
export function effectivePermissions<S>(
  { bindings, denies, reach }: Held<S>,
  applicable: Bitset,
  chain: readonly string[],
  { ofBinding, ofDeny }: ConditionTruths,
): EffectivePermissions {
  const [always, conditional, denied, maybeDenied] = [applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike()];
  const nothing = { always, conditional, denied };
  for (const { node, permissions, condition } of denies) {
    if (!chain.includes(node)) continue;
    const truth = ofDeny(condition);
    if (truth === 'yes') denied.or(permissions);
    else if (truth === 'unknown') maybeDenied.or(permissions);
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
  conditional.andNot(always);
  return nothing;
}

export function isWithinReach(reach: Held<unknown>['reach'], chain: readonly string[]): boolean {
  return reach === null || chain.some((node) => reach.includes(node));
}

/** A binding that gives some of the permissions on a resource, or a deny that takes or may take some. */
export interface DecidingRule<Source> {
  source: Source;
  permissions: Bitset;
  /** What must hold for it, in words; empty where it is decided. */
  conditions: string[];
}

/** Of bindings or denies those that speak of permissions on a resource, and of which the conditions are not known to fail. */
export function decidingRules<S>(
  rules: readonly HeldRule<S>[],
  wanted: Bitset,
  chain: readonly string[],
  truthOf: ConditionTruth,
): DecidingRule<S>[] {
  return rules.flatMap(({ node, permissions, condition, source }) => {
    if (!chain.includes(node) || !permissions.intersects(wanted)) return [];
    const truth = truthOf(condition);
    if (truth === 'no') return [];
    return [{ source, permissions: wanted.copy().and(permissions), conditions: truth === 'unknown' && condition ? [condition.words] : [] }];
  });
}

/** What must hold, in words, for a permission to be there although a deny may take it. */
export function unlessDenied(rules: readonly DecidingRule<unknown>[]): string[] {
  return rules.flatMap(({ conditions }) => conditions.map((words) => `not (${words})`));
}
