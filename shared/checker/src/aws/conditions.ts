import { least, most, not, sure, type Truth } from '../truth';
import { isInRange } from './addresses';
import { matches, patternTokens, relate, relateArn, textTokens } from './pattern';
import type { Condition } from './policy';
import type { RequestKeys } from './request';
import { fill } from './variables';

type Compare = (given: string, wanted: string) => boolean;

const numbers =
  (compare: (given: number, wanted: number) => boolean): Compare =>
  (given, wanted) =>
    compare(toNumber(given), toNumber(wanted));
const times =
  (compare: (given: number, wanted: number) => boolean): Compare =>
  (given, wanted) =>
    compare(toTime(given), toTime(wanted));

/**
 * The comparisons of condition operators, by name in lower case without `Not`.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const COMPARISONS: Readonly<Record<string, Compare>> = {
  stringequals: (given, wanted) => given === wanted,
  stringequalsignorecase: (given, wanted) => given.toLowerCase() === wanted.toLowerCase(),
  stringlike: (given, wanted) => matches(wanted, given),
  numericequals: numbers((given, wanted) => given === wanted),
  numericlessthan: numbers((given, wanted) => given < wanted),
  numericlessthanequals: numbers((given, wanted) => given <= wanted),
  numericgreaterthan: numbers((given, wanted) => given > wanted),
  numericgreaterthanequals: numbers((given, wanted) => given >= wanted),
  dateequals: times((given, wanted) => given === wanted),
  datelessthan: times((given, wanted) => given < wanted),
  datelessthanequals: times((given, wanted) => given <= wanted),
  dategreaterthan: times((given, wanted) => given > wanted),
  dategreaterthanequals: times((given, wanted) => given >= wanted),
  bool: (given, wanted) => given.toLowerCase() === wanted.toLowerCase(),
  binaryequals: (given, wanted) => given === wanted,
  ipaddress: isInRange,
  arnequals: (given, wanted) => relateArn(patternTokens(wanted), textTokens(given)) === 'yes',
  arnlike: (given, wanted) => relateArn(patternTokens(wanted), textTokens(given)) === 'yes',
};

/** The operators that hold where no value matches, with the comparison of each. */
const NEGATED: Readonly<Record<string, string>> = {
  stringnotequals: 'stringequals',
  stringnotequalsignorecase: 'stringequalsignorecase',
  stringnotlike: 'stringlike',
  numericnotequals: 'numericequals',
  datenotequals: 'dateequals',
  notipaddress: 'ipaddress',
  arnnotequals: 'arnequals',
  arnnotlike: 'arnlike',
};

/** Operators whose values are patterns. */
const PATTERNS = new Set(['stringlike', 'arnequals', 'arnlike']);
/** Operators in whose values variables are replaced. */
const WITH_VARIABLES = new Set(['stringequals', 'stringequalsignorecase', 'stringlike', 'bool', 'arnequals', 'arnlike']);

/** Decides all conditions of a statement together, and notes the keys that only the request decides. */
export function conditionsHold(conditions: readonly Condition[], keys: RequestKeys, hasVariables: boolean, open: Set<string>): Truth {
  return least(
    conditions.map((condition) => {
      const truth = conditionHolds(condition, keys, hasVariables);
      if (truth === 'unknown') open.add(condition.key.toLowerCase());
      return truth;
    }),
  );
}

/**
 * Decides one condition. Without the key, a positive operator fails and a negated one holds; ForAllValues holds, ForAnyValue fails, and IfExists always
 * holds. A key with several values has to meet an operator without a set prefix with each of them. An operator that AWS does not define stays open.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-logic-multiple-context-keys-or-values.html
 */
function conditionHolds({ operator: text, key: written, values }: Condition, keys: RequestKeys, hasVariables: boolean): Truth {
  const [, set = '', base = text, suffix = ''] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/i.exec(text) ?? [];
  const name = base.toLowerCase();
  const key = written.toLowerCase();
  const given = keys.valuesOf(key);
  if (name === 'null') {
    if (given === undefined) return 'unknown';
    return sure(values.some((value) => (value.toLowerCase() === 'true') === (given === null)));
  }
  const isNegated = Object.hasOwn(NEGATED, name);
  const positive = (isNegated ? NEGATED[name] : name) as string;
  const compare = Object.hasOwn(COMPARISONS, positive) ? COMPARISONS[positive] : undefined;
  if (!compare) return 'unknown';
  if (given === undefined)
    return inTime({ key, name, positive, isNegated, mayLack: suffix !== '' || set.toLowerCase() === 'forallvalues', values }, keys);
  const quantifier = set.toLowerCase();
  if (given === null) {
    if (suffix !== '' || quantifier === 'forallvalues') return 'yes';
    return sure(quantifier === '' && isNegated);
  }
  const takesVariables = hasVariables && WITH_VARIABLES.has(positive);
  const one = (value: string): Truth => {
    const matched = most(
      values.map((wanted) =>
        takesVariables && wanted.includes('${') ? compareFilled(positive, compare, value, wanted, keys) : sure(compare(value, wanted)),
      ),
    );
    return isNegated ? not(matched) : matched;
  };
  return quantifier === 'foranyvalue' ? most(given.map(one)) : least(given.map(one));
}

function compareFilled(positive: string, compare: Compare, given: string, wanted: string, keys: RequestKeys): Truth {
  const filled = fill(wanted, keys);
  if (!filled) return 'no';
  if (filled.open.length > 0) {
    const isPossible = relate(
      filled.loose.map((token) => (typeof token === 'string' ? token.toLowerCase() : token)),
      textTokens(given.toLowerCase()),
    );
    return isPossible === 'no' ? 'no' : 'unknown';
  }
  if (!PATTERNS.has(positive)) return sure(compare(given, filled.text));
  return positive === 'stringlike' ? relate(filled.tokens, textTokens(given)) : relateArn(filled.tokens, textTokens(given));
}

interface TimeTest {
  key: string;
  name: string;
  positive: string;
  isNegated: boolean;
  /** The condition holds without the key. */
  mayLack: boolean;
  values: readonly string[];
}

/** Decides a time in the past: requests to come, and the credentials that sign them, are newer. Long-term credentials have no time of issue. */
function inTime({ key, name, positive, isNegated, mayLack, values }: TimeTest, { notBefore }: RequestKeys): Truth {
  const isAlwaysThere = key === 'aws:currenttime' || key === 'aws:epochtime';
  if (notBefore === undefined || !positive.startsWith('date') || !(isAlwaysThere || key === 'aws:tokenissuetime')) return 'unknown';
  if (!values.every((value) => toTime(value) < notBefore)) return 'unknown';
  const comesLater = isNegated || name.startsWith('dategreater');
  if (isAlwaysThere) return sure(comesLater);
  return comesLater || mayLack ? 'unknown' : 'no';
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Returns milliseconds since 1970 for an ISO 8601 time or for seconds since 1970. */
function toTime(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}
