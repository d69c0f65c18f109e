import { Bitset } from '../../../engine/bitset';
import { matchesWildcard } from '../../../engine/wildcard';
import type { AzureActions } from './actions';
import type { AssignmentCondition } from './assignment-condition';
import { dateTruth } from './date-test';
import { nameTruth, type NameTest } from './name-test';

/** Actions by the result of the conditions. Actions that a condition rejects are left out. */
export interface ActionsUnder {
  always: Bitset;
  conditional: Bitset;
  /** The conditional actions by what remains of the conditions for them, in words. */
  open: readonly { actions: Bitset; words: readonly string[] }[];
}

/** The actions of a role under the conditions of the role and its assignment. All conditions must hold. */
export class ConditionedGrant {
  readonly #names: readonly NameTest[];
  readonly #known = new Map<string, ActionsUnder>();

  constructor(
    private readonly conditions: readonly AssignmentCondition[],
    private readonly granted: Bitset,
    private readonly all: AzureActions,
  ) {
    this.#names = conditions.flatMap(nameTestsOf);
  }

  /** Divides the actions by the result of the conditions on a resource. */
  at(scope: string): ActionsUnder {
    const key = this.#names.map((test) => nameTruth(test, scope)).join(' ');
    const known = this.#known.get(key) ?? this.#divide(scope);
    this.#known.set(key, known);
    return known;
  }

  #divide(scope: string): ActionsUnder {
    const { size, actions } = this.all;
    if (this.conditions.length === 0) return { always: this.granted, conditional: Bitset.of(size, []), open: [] };
    const always: number[] = [];
    const open = new Map<string, { actions: number[]; words: readonly string[] }>();
    for (const index of this.granted) {
      const left = remainder({ kind: 'and', terms: [...this.conditions] }, actions[index]?.name ?? '', scope);
      if (left === true) always.push(index);
      if (typeof left === 'boolean') continue;
      const words = left.kind === 'and' ? left.terms.map(inWords) : [inWords(left)];
      const known = open.get(words.join('\n')) ?? { actions: [], words };
      open.set(words.join('\n'), known);
      known.actions.push(index);
    }
    return {
      always: Bitset.of(size, always),
      conditional: Bitset.of(
        size,
        [...open.values()].flatMap(({ actions: own }) => own),
      ),
      open: [...open.values()].map(({ actions: own, words }) => ({ actions: Bitset.of(size, own), words })),
    };
  }
}

/** Returns the tests of a condition that the id of the resource decides. */
export function nameTestsOf(condition: AssignmentCondition): NameTest[] {
  if (condition.kind === 'name') return [condition];
  if (condition.kind === 'not') return nameTestsOf(condition.term);
  return condition.kind === 'and' || condition.kind === 'or' ? condition.terms.flatMap(nameTestsOf) : [];
}

/** Returns what remains of a condition for one action on one resource; true or false where nothing remains open. */
function remainder(condition: AssignmentCondition, action: string, scope: string): AssignmentCondition | boolean {
  switch (condition.kind) {
    case 'open':
      return condition;
    case 'action':
      return matchesWildcard(condition.pattern, action);
    case 'name':
    case 'date': {
      const truth = condition.kind === 'name' ? nameTruth(condition, scope) : dateTruth(condition);
      return truth === 'unknown' ? condition : truth === 'yes';
    }
    case 'not': {
      const term = remainder(condition.term, action, scope);
      return typeof term === 'boolean' ? !term : { kind: 'not', term };
    }
    case 'and':
    case 'or': {
      const decides = condition.kind === 'or';
      const terms: AssignmentCondition[] = [];
      for (const term of condition.terms) {
        const left = remainder(term, action, scope);
        if (left === decides) return decides;
        if (typeof left !== 'boolean') terms.push(left);
      }
      const [only] = terms;
      if (!only) return !decides;
      return terms.length === 1 ? only : { kind: condition.kind, terms };
    }
  }
}

function inWords(condition: AssignmentCondition): string {
  if (condition.kind === 'open' || condition.kind === 'name' || condition.kind === 'date') return condition.words;
  if (condition.kind === 'action') return `the action is ${condition.pattern}`;
  if (condition.kind === 'not') return `not (${inWords(condition.term)})`;
  return condition.terms
    .map((term) => (term.kind === 'and' || term.kind === 'or' ? `(${inWords(term)})` : inWords(term)))
    .join(` ${condition.kind} `);
}
