import { findOperator, toTime, type ConditionOperator } from './condition-operators';
import { conditionInWords } from './condition-words';
import { fillVariables, variablesIn } from './policy-variables';
import type { RequestContext } from './request-context';
import { allOf, anyOf, not, type Truth } from '../../../engine/truth';
import { matchesWildcard } from '../../../engine/wildcard';

/** One operator applied to one condition key. All tests of a statement must hold. */
export interface ConditionTest {
  /** The test in words, for display. */
  words: string;
  /** The condition key in lower case. */
  key: string;
  /** `Null` asks whether the key is present; null is an operator that AWS does not define, so the test stays undecided. */
  operator: ConditionOperator | 'Null' | null;
  set: 'ForAllValues' | 'ForAnyValue' | null;
  ifExists: boolean;
  values: readonly string[];
  /** Names of the policy variables in the values, in lower case. */
  variables: readonly string[];
}

/** Returns the tests of a condition block. */
export function compileCondition(condition: Record<string, Record<string, unknown>>, allowsVariables: boolean): ConditionTest[] {
  return Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys ?? {}).map(([key, value]) => compileTest(operator, key, value, allowsVariables)),
  );
}

function compileTest(text: string, key: string, value: unknown, allowsVariables: boolean): ConditionTest {
  const [, set, base = text, ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/i.exec(text) ?? [];
  const operator = base.toLowerCase() === 'null' ? 'Null' : findOperator(base);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const takesVariables = allowsVariables && operator !== null && operator !== 'Null' && operator.takesVariables;
  return {
    words: conditionInWords(text, key, value),
    key: key.toLowerCase(),
    operator,
    set: set === undefined ? null : set.toLowerCase() === 'forallvalues' ? 'ForAllValues' : 'ForAnyValue',
    ifExists: ifExists !== undefined,
    values,
    variables: takesVariables ? [...new Set(values.flatMap(variablesIn))] : [],
  };
}

/**
 * Decides whether a test holds in a context. If the key is absent, a positive operator fails and a negated one holds; ForAllValues holds, ForAnyValue
 * fails, and IfExists always holds.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-logic-multiple-context-keys-or-values.html
 */
export function holds(test: ConditionTest, context: RequestContext): Truth {
  const { operator, set } = test;
  const given = context.valuesOf(test.key);
  if (operator === null) return 'unknown';
  if (given === undefined) {
    if (operator === 'Null') return 'unknown';
    return test.values.every((value) => context.neverIs?.(test.key, value)) ? ofOthers(test, operator) : inTime(test, operator, context);
  }
  if (operator === 'Null') return test.values.some((value) => (value.toLowerCase() === 'true') === (given === null)) ? 'yes' : 'no';
  if (given === null) {
    if (test.ifExists || set === 'ForAllValues') return 'yes';
    return set === null && operator.negated ? 'yes' : 'no';
  }
  const one = (value: string): Truth => {
    const matched = anyOf(test.values, (wanted) => compare(operator, value, wanted, test, context));
    return operator.negated ? not(matched) : matched;
  };
  // Without a set operator, one matching value of several does not suffice.
  return set !== 'ForAnyValue' ? allOf(given, one) : anyOf(given, one);
}

/** Reports whether the context rules out every value that the test asks for, even though the key's own values are unknown. */
function ofOthers({ set, ifExists }: ConditionTest, { negated }: ConditionOperator): Truth {
  const [isThere, isAbsent] = [negated, ifExists || set === 'ForAllValues' || (set === null && negated)];
  return isThere === isAbsent ? (isThere ? 'yes' : 'no') : 'unknown';
}

/** Keys that hold the time of the request. */
const OF_REQUEST = new Set(['aws:currenttime', 'aws:epochtime']);

/** Decides tests against a moment in the past: future requests, and the credentials that sign them, are newer. */
function inTime({ key, values, set, ifExists }: ConditionTest, { name, negated }: ConditionOperator, { notBefore }: RequestContext): Truth {
  const isAlwaysThere = OF_REQUEST.has(key);
  if (notBefore === undefined || !name.startsWith('Date') || !(isAlwaysThere || key === 'aws:tokenissuetime')) return 'unknown';
  if (!values.every((value) => toTime(value) < notBefore)) return 'unknown';
  const comesLater = negated || name.startsWith('DateGreater');
  if (isAlwaysThere) return comesLater ? 'yes' : 'no';
  // Credentials without a token carry no issue time, which IfExists and ForAllValues let pass.
  return comesLater || ifExists || set === 'ForAllValues' ? 'unknown' : 'no';
}

function compare(operator: ConditionOperator, given: string, wanted: string, test: ConditionTest, context: RequestContext): Truth {
  if (test.variables.length === 0 || !wanted.includes('${')) return operator.matches(given, wanted) ? 'yes' : 'no';
  const filled = fillVariables(wanted, context, operator.takesPatterns);
  if (!filled) return 'no';
  if (filled.undecided.length === 0) return operator.matches(given, filled.text) ? 'yes' : 'no';
  return matchesWildcard(filled.text.toLowerCase(), given.toLowerCase()) ? 'unknown' : 'no';
}
