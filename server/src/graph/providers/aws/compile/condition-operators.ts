import { isInRange } from './ip-range';
import { matchesArn, matchesWildcard } from '../../../engine/wildcard';

/** How an operator compares one value of the request with one of the policy. */
export interface ConditionOperator {
  name: string;
  matches: (given: string, wanted: string) => boolean;
  /** The operator holds where no value matches. */
  negated: boolean;
  /** Values of the policy are patterns of `*` and `?`. */
  takesPatterns: boolean;
  /** Variables in values of the policy are read. */
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

/** What is no number compares as one that nothing equals. */
function toNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** Milliseconds since 1970 of ISO 8601 or of seconds since 1970. */
export function toTime(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}

/**
 * The comparisons that a condition can ask for.
 * Source: IAM User Guide, "IAM JSON policy elements: Condition operators". Variables are read in String and ARN operators ("IAM policy
 * elements: Variables and tags"); Bool takes them as well, since its values are compared as text.
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
  // Both are the same: AWS compares the six parts one by one, with wildcards in each.
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

/** The operator of a name without prefix and suffix; null where AWS has none of this name. */
export function findOperator(name: string): ConditionOperator | null {
  return OPERATORS.get(name.toLowerCase()) ?? null;
}
