import type { Bitset } from '../../../engine/bitset';
import { coverage } from '../compile/compiled-statement';
import { allowance, type HeldStatement, type PolicyEvaluator, type Limits, type MatchedStatement } from './access-rule';

export type { HeldStatement, Limits } from './access-rule';

/** Actions that are always allowed and those that are allowed under conditions. The sets are disjoint. */
export interface EffectiveActions {
  always: Bitset;
  conditional: Bitset;
}

/** `possible` includes `always`. */
interface ActionSets {
  always: Bitset;
  possible: Bitset;
}

/**
 * Returns the actions that are allowed on one ARN, out of the applicable ones. An explicit deny wins over every allow. A deny with an undecided
 * condition makes its actions conditional.
 * @param statements statements of identity policies
 */
export function effectiveActions<S>(
  statements: readonly HeldStatement<S>[],
  limits: Limits<S>,
  applicable: Bitset,
  arn: string,
): EffectiveActions & { denied: Bitset } {
  const judge = new ActionSetEvaluator(applicable, arn);
  const { always, possible } = allowance(statements, limits, judge);
  const sure = always.copy().andNot(judge.denied).andNot(judge.possiblyDenied);
  return { always: sure, conditional: possible.copy().andNot(judge.denied).andNot(sure), denied: judge.denied };
}

/** Returns the deciding statements: those that cover the ARN and an applicable action. */
export function decidingStatements<S>(statements: readonly HeldStatement<S>[], applicable: Bitset, arn: string): HeldStatement<S>[] {
  return statements.filter(({ statement }) => applicable.intersects(statement.actions) && coverage(statement, arn) !== null);
}

/** Returns the conditions, in words, under which a statement applies to the ARN and the requester; null where it never does. */
export function conditionsOn(held: HeldStatement<unknown>, arn: string): readonly string[] | null {
  const covering = coverage(held.statement, arn);
  if (!covering) return null;
  const reaching = (held as Partial<MatchedStatement<unknown>>).match?.conditions ?? [];
  return covering.length + reaching.length === 0 ? held.statement.conditions : [...covering, ...reaching, ...held.statement.conditions];
}

/** Evaluates all actions at once. */
class ActionSetEvaluator implements PolicyEvaluator<ActionSets> {
  readonly denied: Bitset;
  readonly possiblyDenied: Bitset;

  constructor(
    private readonly applicable: Bitset,
    private readonly arn: string,
  ) {
    this.denied = applicable.emptyLike();
    this.possiblyDenied = applicable.emptyLike();
  }

  evaluate(statements: readonly HeldStatement<unknown>[]): ActionSets {
    const sets = { always: this.applicable.emptyLike(), possible: this.applicable.emptyLike() };
    for (const held of statements) {
      const { statement } = held;
      if (!this.applicable.intersects(statement.actions)) continue;
      const conditions = conditionsOn(held, this.arn);
      if (!conditions) continue;
      const sure = conditions.length === 0;
      if (statement.effect === 'Deny') (sure ? this.denied : this.possiblyDenied).or(statement.actions);
      else {
        sets.possible.or(statement.actions);
        if (sure) sets.always.or(statement.actions);
      }
    }
    sets.always.and(this.applicable);
    sets.possible.and(this.applicable);
    return sets;
  }

  allExcept(actions: Bitset | null): ActionSets {
    const all = this.applicable.copy();
    if (actions) all.andNot(actions);
    return { always: all, possible: all };
  }

  and(one: ActionSets, other: ActionSets): ActionSets {
    return { always: one.always.copy().and(other.always), possible: one.possible.copy().and(other.possible) };
  }

  or(one: ActionSets, other: ActionSets): ActionSets {
    return { always: one.always.copy().or(other.always), possible: one.possible.copy().or(other.possible) };
  }
}
