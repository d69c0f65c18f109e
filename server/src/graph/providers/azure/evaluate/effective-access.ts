import { Bitset } from '../../../engine/bitset';
import type { ActionsUnder } from '../compile/assignment-condition';

/** A role assignment that somebody holds. */
export interface HeldAssignment<Source> {
  scope: string;
  grants: readonly ActionsUnder[];
  source: Source;
}

/** A deny assignment that speaks of somebody and does not exclude it. */
export interface HeldDeny<Source> {
  scope: string;
  /** It does not reach below its own scope. */
  onlyThere: boolean;
  actions: Bitset;
  source: Source;
}

/** What somebody holds, anywhere. */
export interface Held<Source> {
  assignments: readonly HeldAssignment<Source>[];
  denies: readonly HeldDeny<Source>[];
}

/** Three-valued: what is allowed in any case, and what under conditions only. Disjoint, as is what a deny forbids. */
export interface EffectiveActions {
  always: Bitset;
  conditional: Bitset;
  denied: Bitset;
}

/**
 * The actions that somebody has on a resource: those of all its role assignments at the resource or above, without those that a deny
 * assignment at the resource or above names. A deny wins over every assignment.
 * Source: Microsoft Learn, "Understand Azure deny assignments" and "How Azure RBAC determines if a user has access to a resource".
 * @param chain the scope of the resource and all that it lies in, innermost first
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
  for (const deny of held.denies) if (reaches(deny, chain)) denied.or(deny.actions);
  denied.and(applicable);
  always.and(applicable).andNot(denied);
  conditional.and(applicable).andNot(denied).andNot(always);
  return { always, conditional, denied };
}

/** Whether a deny speaks of a resource: at its scope, and below it unless it says otherwise. */
function reaches({ scope, onlyThere }: HeldDeny<unknown>, chain: readonly string[]): boolean {
  return onlyThere ? chain[0] === scope : chain.includes(scope);
}

/** An assignment that gives some of the actions on a resource. */
export interface DecidingAssignment<Source> {
  source: Source;
  /** What it gives of them. */
  actions: Bitset;
  /** What must hold for it to give any of them, in words. */
  conditions: string[];
}

/** The assignments by which actions are allowed on a resource. */
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

/** The denies that take actions away on a resource. */
export function decidingDenies<S>({ denies }: Held<S>, actions: Bitset, chain: readonly string[]): S[] {
  return denies.filter((deny) => reaches(deny, chain) && deny.actions.intersects(actions)).map(({ source }) => source);
}
