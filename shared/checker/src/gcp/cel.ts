import { least, most, not, sure, type Truth } from '../truth';
import { parseExpression, UncoveredExpression, type Expression } from './cel-syntax';

/** A tag of a resource, by names and by permanent ids. */
export interface ResourceTag {
  key: string;
  keyId: string;
  value: string;
  valueId: string;
}

/** The known parts of a request. */
export interface KnownRequest {
  /** `resource.name`. An open one is the beginning of the name. */
  name: OpenText;
  type: OpenText;
  service: string;
  /** The tags of the resource with those that it inherits; null where no source lists them. */
  tags: readonly ResourceTag[] | null;
  /** The earliest time of the request, in milliseconds since 1970. */
  notBefore: number;
}

/** A text of which, if it is open, only the beginning is known. */
export interface OpenText {
  text: string;
  isOpen: boolean;
}

type Value =
  | ({ kind: 'text' } & OpenText)
  | { kind: 'number' | 'time'; number: number }
  | { kind: 'truth'; truth: Truth }
  | { kind: 'list'; items: (Value | null)[] };

/** Null: only the request decides the value. */
type Known = Value | null;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==', '!=': '!=' };

/**
 * Decides a condition for a request. Values that only the request has leave it open, unless the others decide.
 * @see https://cloud.google.com/iam/docs/conditions-attribute-reference
 * @throws UncoveredExpression if the condition has something that this format has no rule for
 */
export function expressionHolds(text: string, request: KnownRequest): Truth {
  return truthOf(valueOf(parseExpression(text), request));
}

function truthOf(value: Known): Truth {
  if (value === null) return 'unknown';
  if (value.kind !== 'truth') throw new UncoveredExpression('a value that is neither true nor false');
  return value.truth;
}

const truth = (found: Truth): Value => ({ kind: 'truth', truth: found });
const text = (value: string, isOpen = false): Value => ({ kind: 'text', text: value, isOpen });

function valueOf(expression: Expression, request: KnownRequest): Known {
  const { kind } = expression;
  if (kind === 'text') return text(expression.value);
  if (kind === 'number') return { kind, number: expression.value };
  if (kind === 'flag') return truth(sure(expression.value));
  if (kind === 'list') return { kind, items: expression.items.map((item) => valueOf(item, request)) };
  if (kind === 'path') return attributeOf(expression.path, request);
  if (kind === 'call') return call(expression, request);
  if ('of' in expression) {
    const value = valueOf(expression.of, request);
    if (expression.kind === 'not') return truth(not(truthOf(value)));
    if (value !== null && value.kind !== 'number') throw new UncoveredExpression('a minus before what is no number');
    return value && { kind: 'number', number: -value.number };
  }
  if (kind === 'choice') {
    const test = truthOf(valueOf(expression.test, request));
    return test === 'unknown' ? null : valueOf(test === 'yes' ? expression.then : expression.otherwise, request);
  }
  return binary(expression, request);
}

function attributeOf(path: string, { name, type, service }: KnownRequest): Known {
  if (path === 'resource.name') return text(name.text, name.isOpen);
  if (path === 'resource.type') return text(type.text, type.isOpen);
  return path === 'resource.service' ? text(service) : null;
}

function binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, request: KnownRequest): Known {
  if (operator === '&&' || operator === '||') {
    const first = truthOf(valueOf(left, request));
    if (first === (operator === '||' ? 'yes' : 'no')) return truth(first);
    const both = [first, truthOf(valueOf(right, request))];
    return truth(operator === '||' ? most(both) : least(both));
  }
  const [a, b] = [valueOf(left, request), valueOf(right, request)];
  if (a === null && isRequestTime(left)) return comesLater(operator, b, request);
  if (b === null && isRequestTime(right)) return comesLater(MIRRORED[operator] ?? operator, a, request);
  if (a === null || b === null) return null;
  if (operator === 'in') {
    if (b.kind !== 'list') throw new UncoveredExpression('"in" before what is no list');
    return truth(most(b.items.map((item) => (item === null ? 'unknown' : areEqual(a, item)))));
  }
  if (operator === '==') return truth(areEqual(a, b));
  if (operator === '!=') return truth(not(areEqual(a, b)));
  if (
    !['<', '<=', '>', '>='].includes(operator) ||
    (a.kind !== 'number' && a.kind !== 'time') ||
    (b.kind !== 'number' && b.kind !== 'time') ||
    a.kind !== b.kind
  )
    throw new UncoveredExpression(`"${operator}" between these values`);
  const order = Math.sign(a.number - b.number);
  return truth(sure(operator.includes('=') ? order === 0 || order === (operator === '<=' ? -1 : 1) : order === (operator === '<' ? -1 : 1)));
}

function isRequestTime(expression: Expression): boolean {
  return expression.kind === 'path' && expression.path === 'request.time';
}

/** Compares the time of the request with a fixed one. A time in the past decides: every request comes later. */
function comesLater(operator: string, other: Known, { notBefore }: KnownRequest): Known {
  if (other?.kind !== 'time' || other.number >= notBefore) return null;
  if (['>', '>=', '!='].includes(operator)) return truth('yes');
  return ['<', '<=', '=='].includes(operator) ? truth('no') : null;
}

function areEqual(a: Value, b: Value): Truth {
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.isOpen && b.isOpen) return a.text.startsWith(b.text) || b.text.startsWith(a.text) ? 'unknown' : 'no';
    if (a.isOpen) return b.text.startsWith(a.text) ? 'unknown' : 'no';
    if (b.isOpen) return a.text.startsWith(b.text) ? 'unknown' : 'no';
    return sure(a.text === b.text);
  }
  if (a.kind === 'truth' && b.kind === 'truth') return a.truth === 'unknown' || b.truth === 'unknown' ? 'unknown' : sure(a.truth === b.truth);
  if ((a.kind === 'number' && b.kind === 'number') || (a.kind === 'time' && b.kind === 'time')) return sure(a.number === b.number);
  throw new UncoveredExpression('a comparison of values of different kinds');
}

function call({ on, name, args }: Extract<Expression, { kind: 'call' }>, request: KnownRequest): Known {
  const values = args.map((arg) => valueOf(arg, request));
  const texts = values.map((value) => (value?.kind === 'text' && !value.isOpen ? value.text : null));
  const [first = null, second = null] = texts;
  if (on?.kind === 'path' && on.path === 'resource') return aboutTags(name, texts, request.tags);
  if (on === null) {
    if (values.length === 0 || values[0] === null) return null;
    if (name !== 'timestamp' || first === null || values.length !== 1) throw new UncoveredExpression(`the function "${name}"`);
    return { kind: 'time', number: timeOf(first) };
  }
  const target = valueOf(on, request);
  if (target === null) return null;
  if (target.kind !== 'text' || first === null || second !== null || values.length !== 1) throw new UncoveredExpression(`the function "${name}"`);
  const { text: given, isOpen } = target;
  if (name === 'startsWith') return truth(given.startsWith(first) ? 'yes' : isOpen && first.startsWith(given) ? 'unknown' : 'no');
  if (name === 'endsWith') return truth(isOpen ? 'unknown' : sure(given.endsWith(first)));
  if (name === 'contains') return truth(given.includes(first) ? 'yes' : isOpen ? 'unknown' : 'no');
  throw new UncoveredExpression(`the function "${name}"`);
}

/** Returns the milliseconds since 1970 of a time in UTC. */
function timeOf(written: string): number {
  const time = TIME.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== written.slice(0, 19))
    throw new UncoveredExpression(`the time "${written}"`);
  return time;
}

/** Decides about tags. @see https://cloud.google.com/iam/docs/conditions-attribute-reference#resource-tags */
function aboutTags(name: string, [key = null, value = null, ...others]: readonly (string | null)[], tags: KnownRequest['tags']): Known {
  const takesValue = name.startsWith('match');
  const byId = name.endsWith('Id');
  if (!/^(?:matchTag|hasTagKey)(?:Id)?$/.test(name) || key === null || takesValue !== (value !== null) || others.length > 0)
    throw new UncoveredExpression(`the function "${name}"`);
  if (tags === null) return null;
  const fits = (tag: ResourceTag): boolean => (byId ? tag.keyId : tag.key) === key && (!takesValue || (byId ? tag.valueId : tag.value) === value);
  return truth(sure(tags.some(fits)));
}
