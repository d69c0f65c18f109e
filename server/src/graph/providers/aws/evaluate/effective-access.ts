import type { Bitset } from '../../../engine/bitset';
import { coverage } from '../compile/compiled-statement';
import { allowance, type HeldStatement, type Judge, type Limits, type ReachingStatement } from './access-rule';

export type { HeldStatement, Limits } from './access-rule';

/** Three-valued: what is allowed in any case, and what under conditions only. Disjoint. */
export interface EffectiveActions {
  always: Bitset;
  conditional: Bitset;
}

/** `possible` holds `always`. */
interface ActionSets {
  always: Bitset;
  possible: Bitset;
}

/**
 * The actions that are allowed on one ARN, of those that apply to it. An explicit deny anywhere wins over every allow; a deny under a
 * condition that is not decided makes what it names conditional.
 * @param statements of identity policies
 */
export function effectiveActions<S>(
  statements: readonly HeldStatement<S>[],
  limits: Limits<S>,
  applicable: Bitset,
  arn: string,
): EffectiveActions & { denied: Bitset } {
  const judge = new SetJudge(applicable, arn);
  const { always, possible } = allowance(statements, limits, judge);
  const sure = always.copy().andNot(judge.denied).andNot(judge.possiblyDenied);
  return { always: sure, conditional: possible.copy().andNot(judge.denied).andNot(sure), denied: judge.denied };
}

/** The statements that decide: allows and denies that cover the ARN and name an action that applies. */
export function decidingStatements<S>(statements: readonly HeldStatement<S>[], applicable: Bitset, arn: string): HeldStatement<S>[] {
  return statements.filter(({ statement }) => applicable.intersects(statement.actions) && coverage(statement, arn) !== null);
}

/** Under what a statement speaks of the ARN to whoever asks, in words; null: not at all. */
export function conditionsOn(held: HeldStatement<unknown>, arn: string): readonly string[] | null {
  const covering = coverage(held.statement, arn);
  if (!covering) return null;
  const reaching = (held as Partial<ReachingStatement<unknown>>).match?.conditions ?? [];
  return covering.length + reaching.length === 0 ? held.statement.conditions : [...covering, ...reaching, ...held.statement.conditions];
}

/** Weighs all actions at once. */
class SetJudge implements Judge<ActionSets> {
  readonly denied: Bitset;
  readonly possiblyDenied: Bitset;

  constructor(
    private readonly applicable: Bitset,
    private readonly arn: string,
  ) {
    this.denied = applicable.emptyLike();
    this.possiblyDenied = applicable.emptyLike();
  }

  weigh(statements: readonly HeldStatement<unknown>[]): ActionSets {
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

  everythingBut(actions: Bitset | null): ActionSets {
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
