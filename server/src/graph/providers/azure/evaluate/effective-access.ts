import { Bitset } from '../../../engine/bitset';
import type { ActionsUnder } from '../compile/assignment-condition';

/** A role assignment that a principal holds. */
export interface HeldAssignment<Source> {
  scope: string;
  grants: readonly ActionsUnder[];
  source: Source;
}

/** A deny assignment that applies to a principal and does not exclude it. */
export interface HeldDeny<Source> {
  scope: string;
  /** The deny does not apply below its own scope. */
  onlyThere: boolean;
  actions: Bitset;
  source: Source;
}

/** All assignments and denies of a principal. */
export interface Held<Source> {
  assignments: readonly HeldAssignment<Source>[];
  denies: readonly HeldDeny<Source>[];
}

/** Actions that are always allowed, allowed under conditions, or denied. The sets are disjoint. */
export interface EffectiveActions {
  always: Bitset;
  conditional: Bitset;
  denied: Bitset;
}

/**
 * Returns a principal's actions on a resource: those of all role assignments at the resource or above, without those of deny assignments. A deny wins
 * over every assignment.
 * @param chain scope of the resource and its parents, innermost first
 * @see Microsoft Learn, "Understand Azure deny assignments" and "How Azure RBAC determines if a user has access to a resource"
 */
export function effectiveActions<S>(held: Held<S>, applicable: Bitset, chain: readonly string[]): EffectiveActions {
  const [always, conditional, denied] = [applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike()];
  for (const { scope, grants } of held.assignments) {
    if (!chain.includes(scope)) continue;
    for (const grant of grants) {
      always.or(grant.always);
      conditional.or(grant.conditional);
    }
  }
  for (const deny of held.denies) if (appliesIn(deny, chain)) denied.or(deny.actions);
  denied.and(applicable);
  always.and(applicable).andNot(denied);
  conditional.and(applicable).andNot(denied).andNot(always);
  return { always, conditional, denied };
}

/** Reports whether a deny applies to a resource: at its own scope and, unless it states otherwise, below it. */
function appliesIn({ scope, onlyThere }: HeldDeny<unknown>, chain: readonly string[]): boolean {
  return onlyThere ? chain[0] === scope : chain.includes(scope);
}

/** An assignment that gives some of the actions on a resource. */
export interface DecidingAssignment<Source> {
  source: Source;
  /** The actions that it gives. */
  actions: Bitset;
  /** Conditions for any of its actions, in words. */
  conditions: string[];
}

/** Returns the assignments that give allowed actions on a resource. */
export function decidingAssignments<S>({ assignments }: Held<S>, actions: Bitset, chain: readonly string[]): DecidingAssignment<S>[] {
  return assignments.flatMap(({ scope, grants, source }) => {
    if (!chain.includes(scope)) return [];
    const given = actions.emptyLike();
    for (const { always, conditional } of grants) given.or(always).or(conditional);
    if (given.and(actions).isEmpty) return [];
    const isSure = grants.some(({ always }) => always.intersects(actions));
    const words = grants.filter(({ conditional }) => conditional.intersects(actions)).flatMap(({ words: own }) => own);
    return [{ source, actions: given, conditions: isSure ? [] : [...new Set(words)] }];
  });
}

/** Returns the deny assignments that remove actions on a resource. */
export function decidingDenies<S>({ denies }: Held<S>, actions: Bitset, chain: readonly string[]): S[] {
  return denies.filter((deny) => appliesIn(deny, chain) && deny.actions.intersects(actions)).map(({ source }) => source);
}
