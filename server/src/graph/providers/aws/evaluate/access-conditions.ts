import { eitherOf } from '../../../engine/condition-words';
import { allowance, type HeldStatement, type PolicyEvaluator, type Limits } from './access-rule';
import { conditionsOn } from './effective-access';

/** The conditions of one action in words; an empty list means unconditional, null means not allowed. */
type Clause = readonly string[] | null;

/**
 * Returns, in words, the conditions for one action on one ARN: those of the allows, of which one must hold, and that no undecided deny applies. Returns null
 * where the action is not allowed.
 */
export function accessConditions<S>(statements: readonly HeldStatement<S>[], limits: Limits<S>, action: number, arn: string): string[] | null {
  const judge = new ConditionEvaluator(action, arn);
  const needed = allowance(statements, limits, judge);
  return needed && !judge.isDenied ? [...new Set([...needed, ...judge.unless])] : null;
}

/** Evaluates one action. */
class ConditionEvaluator implements PolicyEvaluator<Clause> {
  isDenied = false;
  readonly unless: string[] = [];

  constructor(
    private readonly action: number,
    private readonly arn: string,
  ) {}

  evaluate(statements: readonly HeldStatement<unknown>[]): Clause {
    const alternatives: (readonly string[])[] = [];
    for (const held of statements) {
      if (!held.statement.actions.has(this.action)) continue;
      const conditions = conditionsOn(held, this.arn);
      if (!conditions) continue;
      if (held.statement.effect === 'Allow') alternatives.push(conditions);
      else if (conditions.length === 0) this.isDenied = true;
      else this.unless.push(`not (${conditions.join(' and ')})`);
    }
    return alternatives.length > 0 ? eitherOf(alternatives) : null;
  }

  allExcept(actions: { has: (action: number) => boolean } | null): Clause {
    return actions?.has(this.action) ? null : [];
  }

  and(one: Clause, other: Clause): Clause {
    return one && other ? [...one, ...other] : null;
  }

  or(one: Clause, other: Clause): Clause {
    return one && other ? eitherOf([one, other]) : (one ?? other);
  }
}
