import { findOperator, toTime, type ConditionOperator } from './condition-operators';
import { conditionInWords } from './condition-words';
import { fillVariables, variablesIn } from './policy-variables';
import type { RequestContext } from './request-context';
import { allOf, anyOf, not, type Truth } from '../../../engine/truth';
import { matchesWildcard } from '../../../engine/wildcard';

/** One operator on one key of a condition. All tests of a statement must hold. */
export interface ConditionTest {
  /** As a person reads it. */
  words: string;
  /** In lower case. */
  key: string;
  /** `Null` asks whether the key is there; null is an operator that AWS does not have: nobody can decide it. */
  operator: ConditionOperator | 'Null' | null;
  set: 'ForAllValues' | 'ForAnyValue' | null;
  ifExists: boolean;
  values: readonly string[];
  /** Names of the variables in the values, in lower case. */
  variables: readonly string[];
}

/** The tests of a condition block. */
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
 * Whether a test holds in a context.
 * Source: IAM User Guide, "Conditions with multiple context keys or values" and "Multivalued context keys": a positive operator fails
 * and a negated one holds where the key is not there; ForAllValues holds then, ForAnyValue does not; IfExists always holds.
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
  const every = set === 'ForAllValues' || (set === null && operator.negated);
  return every ? allOf(given, one) : anyOf(given, one);
}

/** None of the values is wanted that the key may have, if it is there at all. */
function ofOthers({ set, ifExists }: ConditionTest, { negated }: ConditionOperator): Truth {
  const [isThere, isAbsent] = [negated, ifExists || set === 'ForAllValues' || (set === null && negated)];
  return isThere === isAbsent ? (isThere ? 'yes' : 'no') : 'unknown';
}

/** Keys that tell when a request is made. */
const OF_REQUEST = new Set(['aws:currenttime', 'aws:epochtime']);

/** A moment that is gone for good decides what is asked of the time of requests to come, and of when their credentials were made. */
function inTime({ key, values, ifExists }: ConditionTest, { name, negated }: ConditionOperator, { notBefore }: RequestContext): Truth {
  const isAlwaysThere = OF_REQUEST.has(key);
  if (notBefore === undefined || !name.startsWith('Date') || !(isAlwaysThere || key === 'aws:tokenissuetime')) return 'unknown';
  if (!values.every((value) => toTime(value) < notBefore)) return 'unknown';
  const comesLater = negated || name.startsWith('DateGreater');
  if (isAlwaysThere) return comesLater ? 'yes' : 'no';
  // Credentials without a token say nothing of its time.
  return !comesLater && !ifExists ? 'no' : 'unknown';
}

function compare(operator: ConditionOperator, given: string, wanted: string, test: ConditionTest, context: RequestContext): Truth {
  if (test.variables.length === 0 || !wanted.includes('${')) return operator.matches(given, wanted) ? 'yes' : 'no';
  const filled = fillVariables(wanted, context, operator.takesPatterns);
  if (!filled) return 'no';
  if (filled.undecided.length === 0) return operator.matches(given, filled.text) ? 'yes' : 'no';
  return matchesWildcard(filled.text.toLowerCase(), given.toLowerCase()) ? 'unknown' : 'no';
}
