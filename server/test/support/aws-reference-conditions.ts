/**
 * Conditions of AWS, read word for word from the IAM User Guide ("IAM JSON policy elements: Condition operators", "Multivalued context keys",
 * "Variables and tags"). Slow and obvious on purpose, and without anything of the engine.
 */

/** 0: no, 1: unknown, 2: yes. */
export type Sure = 0 | 1 | 2;

/** Values by key in lower case. Null: known to be absent. A key without an entry: unknown. */
export type ReferenceContext = Map<string, string[] | null>;

export const least = (values: Sure[]): Sure => Math.min(2, ...values) as Sure;
export const most = (values: Sure[]): Sure => Math.max(0, ...values) as Sure;
const opposite = (value: Sure): Sure => (2 - value) as Sure;
const sure = (value: boolean): Sure => (value ? 2 : 0);

export function conditionHolds(block: Record<string, Record<string, unknown>> | undefined, context: ReferenceContext, variables: boolean): Sure {
  return least(
    Object.entries(block ?? {}).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, value]) => oneHolds(operator, key, [value].flat().map(String), context, variables)),
    ),
  );
}

function oneHolds(operator: string, key: string, wanted: string[], context: ReferenceContext, variables: boolean): Sure {
  const given = context.get(key.toLowerCase());
  if (given === undefined) return 1;
  let name = operator;
  const all = name.startsWith('ForAllValues:');
  const any = name.startsWith('ForAnyValue:');
  name = name.replace(/^For(All|Any)Values?:/, '');
  if (name === 'Null') return sure(wanted.includes('true') ? given === null : given !== null);
  const ifExists = name.endsWith('IfExists');
  name = name.replace(/IfExists$/, '');
  const negated = name.includes('Not');
  const positive = name.replace('Not', '');
  if (given === null) {
    if (ifExists) return 2;
    if (all) return 2;
    if (any) return 0;
    return sure(negated);
  }
  const holdsFor = (value: string): Sure => {
    const matched = most(wanted.map((one) => compare(positive, value, one, context, variables)));
    return negated ? opposite(matched) : matched;
  };
  if (all) return least(given.map(holdsFor));
  if (any) return most(given.map(holdsFor));
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
  return least(given.map(holdsFor));
}

function compare(operator: string, given: string, wanted: string, context: ReferenceContext, variables: boolean): Sure {
  const takesVariables = variables && (operator.startsWith('String') || operator.startsWith('Arn') || operator === 'Bool');
  if (!takesVariables || !wanted.includes('${')) return sure(compareText(operator, given, wanted));
  const isPattern = operator === 'StringLike' || operator.startsWith('Arn');
  const filled = fill(wanted, context, isPattern);
  if (filled === null) return 0;
  if (!filled.open)
    return sure(
      isPattern ? compareText(operator, given.replace(/\*/g, STAR).replace(/\?/g, MARK), filled.text) : compareText(operator, given, filled.text),
    );
  return wild(filled.text.toLowerCase()).test(given.toLowerCase()) ? 1 : 0;
}

/** The value of a variable matches literally: its wildcards are characters. */
const STAR = '\u0002';
const MARK = '\u0003';

/** Returns null if a variable is known to have no value. */
export function fill(text: string, context: ReferenceContext, isPattern: boolean): { text: string; open: boolean } | null {
  let open = false;
  let nothing = false;
  const literal = (value: string): string => (isPattern ? value.replace(/\*/g, STAR).replace(/\?/g, MARK) : value);
  const filled = text.replace(/\$\{([^}]+)\}/g, (_all, inner: string) => {
    if (['*', '?', '$'].includes(inner)) return literal(inner);
    const values = context.get(inner.toLowerCase());
    if (values === undefined) open = true;
    else if (values?.length === 1) return literal(values[0] ?? '');
    else nothing = true;
    return '*';
  });
  return nothing ? null : { text: filled, open };
}

export const wild = (pattern: string, flags = ''): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    `s${flags}`,
  );

/** Matches the six parts of an ARN one by one. */
export function arnMatches(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const parts = (text: string): string[] => [...text.split(':').slice(0, 5), text.split(':').slice(5).join(':')];
  if (arn.split(':').length < 6) return pattern === arn;
  return parts(pattern).every((part, index) => wild(part).test(parts(arn)[index] ?? ''));
}

function compareText(operator: string, given: string, wanted: string): boolean {
  switch (operator) {
    case 'StringEquals':
    case 'BinaryEquals':
      return given === wanted;
    case 'StringEqualsIgnoreCase':
    case 'Bool':
      return given.toLowerCase() === wanted.toLowerCase();
    case 'StringLike':
      return wild(wanted).test(given);
    case 'ArnEquals':
    case 'ArnLike':
      return arnMatches(wanted, given);
    case 'NumericEquals':
      return Number(given) === Number(wanted);
    case 'NumericLessThan':
      return Number(given) < Number(wanted);
    case 'NumericLessThanEquals':
      return Number(given) <= Number(wanted);
    case 'NumericGreaterThan':
      return Number(given) > Number(wanted);
    case 'NumericGreaterThanEquals':
      return Number(given) >= Number(wanted);
    case 'DateEquals':
      return time(given) === time(wanted);
    case 'DateLessThan':
      return time(given) < time(wanted);
    case 'DateGreaterThan':
      return time(given) > time(wanted);
    case 'IpAddress':
      return inRange(given, wanted);
    default:
      throw new Error(`The reference does not know ${operator}.`);
  }
}

const time = (text: string): number => (/^\d+$/.test(text) ? Number(text) * 1000 : new Date(text).getTime());

/** Compares addresses bit by bit. */
function inRange(address: string, range: string): boolean {
  const bits = (text: string): string =>
    text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const [network = '', length = '32'] = range.split('/');
  return bits(address).slice(0, Number(length)) === bits(network).slice(0, Number(length));
}
