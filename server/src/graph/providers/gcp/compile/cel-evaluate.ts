import type { Truth } from '../../../engine/truth';
import type { CelExpression } from './cel-syntax';
import { compareValues, durationOf, extractFrom, flag, startsWith, timePart, type CelValue } from './cel-value';

/** The known values for evaluating a condition. */
export interface CelContext {
  /** Returns the value of an attribute such as `resource.name`; undefined where only the request decides. */
  valueOf: (path: string) => CelValue | undefined;
  /** Tags of the resource, including inherited ones; null where unknown. */
  tags: readonly ResourceTag[] | null;
  /** Earliest value of `request.time`, in milliseconds since 1970, where the time itself is unknown. */
  notBefore?: number;
}

/** A tag with its namespaced names and permanent ids. Conditions may use either. */
export interface ResourceTag {
  /** `123/env` */
  key: string;
  /** `tagKeys/1` */
  keyId: string;
  /** `prod` */
  value: string;
  /** `tagValues/2` */
  valueId: string;
}

/** Evaluates a condition with three-valued logic: known values decide where they can. */
export function truthOf(expression: CelExpression, context: CelContext): Truth {
  const value = evaluate(expression, context);
  if (value?.kind !== 'flag') return 'unknown';
  return value.value ? 'yes' : 'no';
}

function evaluate(expression: CelExpression, context: CelContext): CelValue | undefined {
  switch (expression.kind) {
    case 'text':
    case 'number':
      return expression.kind === 'text' ? { kind: 'text', value: expression.value } : { kind: 'number', value: expression.value };
    case 'flag':
      return flag(expression.value);
    case 'list':
      return { kind: 'list', items: expression.items.map((item) => evaluate(item, context)) };
    case 'path':
      return context.valueOf(expression.path);
    case 'not': {
      const value = evaluate(expression.of, context);
      return value?.kind === 'flag' ? flag(!value.value) : undefined;
    }
    case 'minus': {
      const value = evaluate(expression.of, context);
      return value?.kind === 'number' ? { kind: 'number', value: -value.value } : undefined;
    }
    case 'choice': {
      const test = evaluate(expression.test, context);
      return test?.kind === 'flag' ? evaluate(test.value ? expression.then : expression.otherwise, context) : undefined;
    }
    case 'binary':
      return binary(expression, context);
    case 'call':
      return call(expression, context);
    case 'member':
    case 'null':
      return undefined;
  }
}

type Binary = Extract<CelExpression, { kind: 'binary' }>;

/** Evaluates `&&` and `||`. One side can decide the result even where the other is unknown. */
function binary({ operator, left, right }: Binary, context: CelContext): CelValue | undefined {
  const a = evaluate(left, context);
  if (operator === '&&' || operator === '||') {
    const decides = operator === '||';
    if (a?.kind === 'flag' && a.value === decides) return a;
    const b = evaluate(right, context);
    if (b?.kind === 'flag' && b.value === decides) return b;
    return a?.kind === 'flag' && b?.kind === 'flag' ? flag(!decides) : undefined;
  }
  const b = evaluate(right, context);
  if (!a && isRequestTime(left)) return afterNow(operator, b, context);
  if (!b && isRequestTime(right)) return afterNow(MIRRORED[operator] ?? operator, a, context);
  if (!a || !b) return undefined;
  if (operator === 'in') return b.kind === 'list' ? isIn(a, b.items) : undefined;
  if ('+-*/%'.includes(operator)) return arithmetic(operator, a, b);
  const order = compareValues(a, b);
  if (order === undefined) return undefined;
  if (operator === '==') return flag(order === 0);
  if (operator === '!=') return flag(order !== 0);
  if (order === null) return undefined;
  return flag({ '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator as '<' | '<=' | '>' | '>=']);
}

/** Comparison operators with their sides exchanged. */
const MIRRORED: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function isRequestTime(expression: CelExpression): boolean {
  return expression.kind === 'path' && expression.path === 'request.time';
}

/**
 * Compares the time of a request with a fixed time. A time in the past decides the comparison: every request is later.
 * @see https://cloud.google.com/iam/docs/configuring-temporary-access
 */
function afterNow(operator: string, other: CelValue | undefined, { notBefore }: CelContext): CelValue | undefined {
  if (notBefore === undefined || other?.kind !== 'time' || other.value >= notBefore) return undefined;
  if (operator === '>' || operator === '>=' || operator === '!=') return flag(true);
  return operator === '<' || operator === '<=' || operator === '==' ? flag(false) : undefined;
}

function isIn(value: CelValue, items: readonly (CelValue | undefined)[]): CelValue | undefined {
  const orders = items.map((item) => (item ? compareValues(value, item) : undefined));
  if (orders.includes(0)) return flag(true);
  return orders.includes(undefined) ? undefined : flag(false);
}

function arithmetic(operator: string, a: CelValue, b: CelValue): CelValue | undefined {
  if (a.kind === 'text' && b.kind === 'text' && operator === '+' && !a.open) return { ...b, value: a.value + b.value };
  if (a.kind === 'list' || b.kind === 'list' || a.kind === 'text' || b.kind === 'text' || a.kind === 'flag' || b.kind === 'flag') return undefined;
  if (operator === '+') return { kind: a.kind === 'time' || b.kind === 'time' ? 'time' : a.kind, value: a.value + b.value };
  if (operator === '-') return { kind: a.kind === 'time' && b.kind === 'time' ? 'duration' : a.kind, value: a.value - b.value };
  if (a.kind !== 'number' || b.kind !== 'number') return undefined;
  if (operator === '*') return { kind: 'number', value: a.value * b.value };
  if (b.value === 0) return undefined;
  return { kind: 'number', value: operator === '/' ? Math.trunc(a.value / b.value) : a.value % b.value };
}

type Call = Extract<CelExpression, { kind: 'call' }>;

function call({ of, name, args }: Call, context: CelContext): CelValue | undefined {
  const values = args.map((arg) => evaluate(arg, context));
  const [first, second] = values;
  if (of?.kind === 'path' && of.path === 'resource') return aboutTags(name, first, second, context.tags);
  if (of === null) return convert(name, first);
  const target = evaluate(of, context);
  if (!target) return undefined;
  if (target.kind === 'time') {
    const part = timePart(name, target.value, first?.kind === 'text' ? first.value : '');
    return part === undefined ? undefined : { kind: 'number', value: part };
  }
  if (target.kind !== 'text' || first?.kind !== 'text') return undefined;
  if (name === 'startsWith') {
    const found = startsWith(target, first);
    return found === undefined ? undefined : flag(found);
  }
  if (target.open) return name === 'contains' && target.value.includes(first.value) ? flag(true) : undefined;
  if (name === 'endsWith') return flag(target.value.endsWith(first.value));
  if (name === 'contains') return flag(target.value.includes(first.value));
  if (name === 'extract') return { kind: 'text', value: extractFrom(target.value, first.value) };
  return undefined;
}

function convert(name: string, value: CelValue | undefined): CelValue | undefined {
  if (value?.kind !== 'text') return undefined;
  if (name === 'timestamp') {
    const time = Date.parse(value.value);
    return Number.isNaN(time) ? undefined : { kind: 'time', value: time };
  }
  if (name === 'duration') {
    const length = durationOf(value.value);
    return length === undefined ? undefined : { kind: 'duration', value: length };
  }
  return name === 'string' ? value : undefined;
}

/**
 * Evaluates `resource.matchTag('123/env', 'prod')` and related functions.
 * @see Google Cloud, "Attribute reference for IAM Conditions", Resource tags
 */
function aboutTags(name: string, key: CelValue | undefined, value: CelValue | undefined, tags: readonly ResourceTag[] | null): CelValue | undefined {
  if (tags === null || key?.kind !== 'text') return undefined;
  const expected = value?.kind === 'text' ? value.value : undefined;
  if (name === 'hasTagKey') return flag(tags.some((tag) => tag.key === key.value));
  if (name === 'hasTagKeyId') return flag(tags.some((tag) => tag.keyId === key.value));
  if (expected === undefined) return undefined;
  if (name === 'matchTag') return flag(tags.some((tag) => tag.key === key.value && tag.value === expected));
  if (name === 'matchTagId') return flag(tags.some((tag) => tag.keyId === key.value && tag.valueId === expected));
  return undefined;
}
