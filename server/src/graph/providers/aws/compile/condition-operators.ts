import { isInRange } from '../../../engine/ip-range';
import { matchesArn, matchesWildcard } from '../../../engine/wildcard';

/** An operator that compares one value of the request with one value of the policy. */
export interface ConditionOperator {
  name: string;
  matches: (given: string, wanted: string) => boolean;
  /** The operator holds where no value matches. */
  negated: boolean;
  /** Policy values are patterns of `*` and `?`. */
  takesPatterns: boolean;
  /** Policy variables in the values are resolved. */
  takesVariables: boolean;
}

type Kind = Pick<ConditionOperator, 'takesPatterns' | 'takesVariables'>;
const EXACT: Kind = { takesPatterns: false, takesVariables: true };
const PATTERN: Kind = { takesPatterns: true, takesVariables: true };
const PLAIN: Kind = { takesPatterns: false, takesVariables: false };

const numbers =
  (holds: (given: number, wanted: number) => boolean) =>
  (given: string, wanted: string): boolean =>
    holds(toNumber(given), toNumber(wanted));
const dates =
  (holds: (given: number, wanted: number) => boolean) =>
  (given: string, wanted: string): boolean =>
    holds(toTime(given), toTime(wanted));

/** Returns NaN for text that is not a number: no comparison with it is equal. */
function toNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** Returns milliseconds since 1970 for an ISO 8601 time or for seconds since 1970. */
export function toTime(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}

/**
 * The comparison operators of condition blocks. String and ARN operators resolve variables. Bool does too, because it compares its values as text.
 * @see IAM User Guide, "IAM JSON policy elements: Condition operators" and "IAM policy elements: Variables and tags"
 */
const POSITIVE: Record<string, Kind & Pick<ConditionOperator, 'matches'>> = {
  StringEquals: { ...EXACT, matches: (given, wanted) => given === wanted },
  StringEqualsIgnoreCase: { ...EXACT, matches: (given, wanted) => given.toLowerCase() === wanted.toLowerCase() },
  StringLike: { ...PATTERN, matches: (given, wanted) => matchesWildcard(wanted, given) },
  NumericEquals: { ...PLAIN, matches: numbers((given, wanted) => given === wanted) },
  NumericLessThan: { ...PLAIN, matches: numbers((given, wanted) => given < wanted) },
  NumericLessThanEquals: { ...PLAIN, matches: numbers((given, wanted) => given <= wanted) },
  NumericGreaterThan: { ...PLAIN, matches: numbers((given, wanted) => given > wanted) },
  NumericGreaterThanEquals: { ...PLAIN, matches: numbers((given, wanted) => given >= wanted) },
  DateEquals: { ...PLAIN, matches: dates((given, wanted) => given === wanted) },
  DateLessThan: { ...PLAIN, matches: dates((given, wanted) => given < wanted) },
  DateLessThanEquals: { ...PLAIN, matches: dates((given, wanted) => given <= wanted) },
  DateGreaterThan: { ...PLAIN, matches: dates((given, wanted) => given > wanted) },
  DateGreaterThanEquals: { ...PLAIN, matches: dates((given, wanted) => given >= wanted) },
  Bool: { ...EXACT, matches: (given, wanted) => given.toLowerCase() === wanted.toLowerCase() },
  BinaryEquals: { ...PLAIN, matches: (given, wanted) => given === wanted },
  IpAddress: { ...PLAIN, matches: isInRange },
  // ArnEquals and ArnLike behave the same: AWS compares the six parts one by one, with wildcards in each.
  ArnEquals: { ...PATTERN, matches: (given, wanted) => matchesArn(wanted, given) },
  ArnLike: { ...PATTERN, matches: (given, wanted) => matchesArn(wanted, given) },
};

const NEGATIVE: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  NumericNotEquals: 'NumericEquals',
  DateNotEquals: 'DateEquals',
  NotIpAddress: 'IpAddress',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
};

const OPERATORS = new Map<string, ConditionOperator>();
for (const [name, operator] of Object.entries(POSITIVE)) OPERATORS.set(name.toLowerCase(), { name, ...operator, negated: false });
for (const [name, positive] of Object.entries(NEGATIVE)) {
  const operator = POSITIVE[positive];
  if (operator) OPERATORS.set(name.toLowerCase(), { name, ...operator, negated: true });
}

/** Returns the operator with a base name (no set prefix, no IfExists suffix); null where AWS defines none. */
export function findOperator(name: string): ConditionOperator | null {
  return OPERATORS.get(name.toLowerCase()) ?? null;
}
