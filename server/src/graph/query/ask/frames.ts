import { opt, say, seq } from './chart';
import type { Predicate, Signed } from './access';
import type { Nouns } from './nouns';

/** The information that a question wants beyond the rows. */
export type Intent = 'rows' | 'count' | 'yes-no' | 'why' | 'changes';

/** A question as read: who or what it is about, and what it says of them. */
export interface Frame {
  subjects: Nouns;
  predicates: readonly Signed[];
  asOf: string | null;
  changedSince: string | null;
  intent: Intent;
}

export const anybody: Nouns = {
  items: [{ types: null, names: [], filters: [], holds: null, relation: null, isGeneric: true }],
  together: false,
};

export function frame(of: Nouns, said: readonly Signed[], intent: Intent = 'rows'): Frame {
  return { subjects: of, predicates: said, asOf: null, changedSince: null, intent };
}

const said = (predicate: Predicate | null, negated = false): Signed[] | null => (predicate ? [{ negated, predicate }] : null);

export const polite = opt(
  say(
    'can you|could you|would you|i want to know|i would like to know|i need to know|tell|show|list|find|give|get|display|search for|look for|look up|i want to see|i need|i want|fetch|report|what about|check|check whether|check if|can you show|can you list|can you tell|can you find|could you list|could you show|would you show|need list of|need to see|i would like to see|enumerate|which are|what are|who are|print|see',
  ),
);
const which = opt(say('which|what|list of|number of|overview of'));
export const showing = seq([polite, which] as const, () => '');

export function withPredicate(who: Nouns, predicate: Predicate | null, intent: Intent = 'rows'): Frame | null {
  const what = said(predicate);
  return what && frame(who, what, intent);
}
