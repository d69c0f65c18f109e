/** How the operators of AWS conditions read; a suffix IfExists and a set prefix are read by themselves. */
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

/** One operator on one key as a sentence. An operator that is not known is named as it is. */
export function conditionInWords(operator: string, key: string, value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).map(String).join(' or ');
  const [, set, base = operator, ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (base === 'Null') return `${key} is ${values === 'true' ? 'absent' : 'present'}`;
  const subject = set === 'ForAllValues' ? `every value of ${key}` : set === 'ForAnyValue' ? `a value of ${key}` : key;
  return `${subject} ${OPERATORS[base] ?? base} ${values}${ifExists ? ', where it is given' : ''}`;
}

/** A condition block as sentences, one per operator and key. Never drops one. */
export function conditionsInWords(condition: Record<string, Record<string, unknown>>): string[] {
  return Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys ?? {}).map(([key, value]) => conditionInWords(operator, key, value)),
  );
}
