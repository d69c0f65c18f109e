import type { Bitset } from '../compile/bitset';
import { coversResource, type CompiledStatement } from '../compile/compiled-statement';

/** A statement with what it hangs on. */
export interface HeldStatement<Source> {
  statement: CompiledStatement;
  source: Source;
}

/** Three-valued: what is allowed in any case, and what under conditions only. Disjoint. */
export interface EffectiveActions {
  always: Bitset;
  conditional: Bitset;
}

/**
 * What can limit an identity beyond its own policies. Each is a set of policies that must allow as well; an empty list allows
 * nothing, null is no limit at all.
 */
export interface Limits<Source> {
  boundary: readonly HeldStatement<Source>[] | null;
}

/**
 * The actions that identity policies allow on one ARN, within a boundary. An explicit deny wins over every allow; a deny under a
 * condition that is not decided makes what it names conditional; a boundary allows nothing by itself.
 * Source: IAM User Guide, "Policy evaluation logic".
 */
export function effectiveActions<S>(
  statements: readonly HeldStatement<S>[],
  { boundary }: Limits<S>,
  applicable: Bitset,
  arn: string,
): EffectiveActions {
  const granted = decide(statements, applicable, arn);
  return boundary ? within(granted, decide(boundary, applicable, arn)) : granted;
}

/** What both allow: in any case where both do, under conditions where one of them does so only. */
function within(granted: EffectiveActions, limit: EffectiveActions): EffectiveActions {
  const always = granted.always.copy().and(limit.always);
  const possible = granted.always.copy().or(granted.conditional).and(limit.always.copy().or(limit.conditional));
  return { always, conditional: possible.andNot(always) };
}

function decide<S>(statements: readonly HeldStatement<S>[], applicable: Bitset, arn: string): EffectiveActions {
  const [allow, maybeAllow, deny, maybeDeny] = [applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike(), applicable.emptyLike()];
  for (const { statement } of statements) {
    if (!applicable.intersects(statement.actions) || !coversResource(statement, arn)) continue;
    const conditional = statement.conditions.length > 0;
    if (statement.effect === 'Allow') (conditional ? maybeAllow : allow).or(statement.actions);
    else (conditional ? maybeDeny : deny).or(statement.actions);
  }
  const always = allow.copy().and(applicable).andNot(deny).andNot(maybeDeny);
  const conditional = allow.or(maybeAllow).and(applicable).andNot(deny).andNot(always);
  return { always, conditional };
}

/** The statements that decide: allows and denies that cover the ARN and name an action that applies. */
export function decidingStatements<S>(statements: readonly HeldStatement<S>[], applicable: Bitset, arn: string): HeldStatement<S>[] {
  return statements.filter(({ statement }) => applicable.intersects(statement.actions) && coversResource(statement, arn));
}
