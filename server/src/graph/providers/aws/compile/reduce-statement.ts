import { testsOf, type CompiledStatement } from './compiled-statement';
import { holds } from './condition-test';
import { fillVariables } from './policy-variables';
import type { RequestContext } from './request-context';

/**
 * Reduces a statement to what remains once some request keys are known. Conditions that hold disappear and undecided ones stay. Returns null where a
 * condition fails. Resource variables are resolved; one that only a request decides widens its pattern. Conditions may be reduced again as more keys
 * become known.
 */
export function reduceStatement(statement: CompiledStatement, context: RequestContext): CompiledStatement | null {
  if (statement.tests.length === 0 && !statement.hasVariables) return statement;
  const left = [];
  for (const test of statement.tests) {
    const truth = holds(test, context);
    if (truth === 'no') return null;
    if (truth === 'unknown') left.push(test);
  }
  const decided = left.length === statement.tests.length ? statement : { ...statement, ...testsOf(left) };
  return statement.hasVariables ? withVariables(decided, context) : decided;
}

function withVariables(statement: CompiledStatement, context: RequestContext): CompiledStatement {
  const widened = new Map(statement.widened);
  const patterns = statement.patterns.flatMap((pattern) => {
    const filled = fillVariables(pattern, context, true);
    if (!filled) return [];
    if (filled.undecided.length > 0) widened.set(filled.text, `the value of ${filled.undecided.join(' and ')} matches`);
    return [filled.text];
  });
  // A pattern that also appears without a variable matches unconditionally.
  for (const pattern of statement.patterns) if (!pattern.includes('${')) widened.delete(pattern);
  return { ...statement, patterns, hasVariables: false, widened };
}
