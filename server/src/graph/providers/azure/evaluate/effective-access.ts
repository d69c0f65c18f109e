import { Bitset } from '../../../engine/bitset';
import { eitherOf } from '../../../engine/condition-words';
import type { ActionsUnder } from '../compile/conditioned-grant';

/** A role assignment that a principal holds. */
export interface HeldAssignment<Source> {
  scope: string;
  grants: readonly { at: (scope: string) => ActionsUnder }[];
  /** Actions that the assignment does not give here, although its role contains them. */
  without?: Bitset;
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
  for (const assignment of held.assignments) {
    if (!chain.includes(assignment.scope)) continue;
    for (const grant of givenOn(assignment, chain)) {
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
  /** Those of the actions that it gives only under its conditions. */
  conditional: Bitset;
  /** The conditions in words. Empty where all actions are unconditional. */
  conditions: string[];
}

/**
 * Returns the assignments that give allowed actions on a resource. The permissions of a role add up.
 * @param nameOf returns the name of an action, for conditions that concern only some of the actions
 */
export function decidingAssignments<S>(
  { assignments }: Held<S>,
  actions: Bitset,
  chain: readonly string[],
  nameOf: (action: number) => string,
): DecidingAssignment<S>[] {
  return assignments.flatMap((assignment) => {
    if (!chain.includes(assignment.scope)) return [];
    const grants = givenOn(assignment, chain);
    const [given, conditional] = [actions.emptyLike(), actions.emptyLike()];
    for (const grant of grants) {
      given.or(grant.always).or(grant.conditional);
      conditional.or(grant.conditional);
    }
    if (given.and(actions).isEmpty) return [];
    for (const grant of grants) conditional.andNot(grant.always);
    conditional.and(actions);
    return [{ source: assignment.source, actions: given, conditional, conditions: wordsOf(grants, conditional, nameOf) }];
  });
}

/** Returns the conditions of these actions. Several permission blocks that give the same actions are alternatives. */
function wordsOf(grants: readonly ActionsUnder[], conditional: Bitset, nameOf: (action: number) => string): string[] {
  const byActions = new Map<string, { actions: Bitset; alternatives: (readonly string[])[] }>();
  for (const { actions, words } of grants.flatMap(({ open }) => open)) {
    const concerned = actions.copy().and(conditional);
    if (concerned.isEmpty) continue;
    const known = byActions.get(concerned.key) ?? { actions: concerned, alternatives: [] };
    byActions.set(concerned.key, known);
    known.alternatives.push(words);
  }
  const found = [...byActions.values()].map((one) => ({ ...one, words: eitherOf(one.alternatives) }));
  if (found.length === 1) return found[0]?.words ?? [];
  return found.map(({ actions, words }) => `for ${shortList([...actions].map(nameOf))}: ${words.join(' and ')}`);
}

/** Longest list that a condition spells out. */
const SHOWN = 3;

function shortList(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

/** Returns what an assignment gives on a resource, block by block. */
function givenOn({ grants, without }: HeldAssignment<unknown>, [scope = '']: readonly string[]): ActionsUnder[] {
  return grants.map((grant) => {
    const under = grant.at(scope);
    return without ? { ...under, always: under.always.copy().andNot(without), conditional: under.conditional.copy().andNot(without) } : under;
  });
}

/** Returns the deny assignments that remove actions on a resource. */
export function decidingDenies<S>({ denies }: Held<S>, actions: Bitset, chain: readonly string[]): S[] {
  return denies.filter((deny) => appliesIn(deny, chain) && deny.actions.intersects(actions)).map(({ source }) => source);
}
