/** Condition operators in words. The set prefix and the IfExists suffix are worded separately. */
const OPERATORS: Record<string, string> = {
  StringEquals: 'is',
  StringNotEquals: 'is not',
  StringEqualsIgnoreCase: 'is',
  StringNotEqualsIgnoreCase: 'is not',
  StringLike: 'is like',
  StringNotLike: 'is not like',
  NumericEquals: 'equals',
  NumericNotEquals: 'does not equal',
  NumericLessThan: 'is less than',
  NumericLessThanEquals: 'is at most',
  NumericGreaterThan: 'is more than',
  NumericGreaterThanEquals: 'is at least',
  DateEquals: 'is',
  DateNotEquals: 'is not',
  DateLessThan: 'is before',
  DateLessThanEquals: 'is not after',
  DateGreaterThan: 'is after',
  DateGreaterThanEquals: 'is not before',
  Bool: 'is',
  BinaryEquals: 'is',
  IpAddress: 'is within',
  NotIpAddress: 'is not within',
  ArnEquals: 'is',
  ArnLike: 'is like',
  ArnNotEquals: 'is not',
  ArnNotLike: 'is not like',
};

/** Returns one operator on one key as a sentence. An unknown operator appears by its own name. */
export function conditionInWords(operator: string, key: string, value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).map(String).join(' or ');
  const [, set, base = operator, ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (base === 'Null') return `${key} is ${values === 'true' ? 'absent' : 'present'}`;
  const subject = set === 'ForAllValues' ? `every value of ${key}` : set === 'ForAnyValue' ? `a value of ${key}` : key;
  return `${subject} ${OPERATORS[base] ?? base} ${values}${ifExists ? ', if present' : ''}`;
}

/** Returns a condition block as sentences, one per operator and key. It never drops a condition. */
export function conditionsInWords(condition: Record<string, Record<string, unknown>>): string[] {
  return Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys ?? {}).map(([key, value]) => conditionInWords(operator, key, value)),
  );
}
