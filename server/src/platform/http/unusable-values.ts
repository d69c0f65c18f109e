import type { FieldError } from './validation';

/** The most levels of objects and lists in a body. Policies and hierarchies have fewer than 20, and deeper ones would exhaust the stack of recursive code. */
const DEEPEST = 64;

/** Errors reported for one request. */
const MOST_ERRORS = 20;

/** PostgreSQL stores no NUL, and UTF-8 has no bytes for half a surrogate pair. */
const NUL = /\0/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Finds values that no call can use, in any field: texts that the database cannot store, numbers that are not exact, and endless nesting.
 * The walk is iterative, because a recursive one would itself fail on endless nesting.
 */
export function unusableValues(value: unknown, place: FieldError['in']): FieldError[] {
  const errors: FieldError[] = [];
  const waiting: { value: unknown; steps: readonly string[] }[] = [{ value, steps: [] }];
  for (let next = waiting.pop(); next && errors.length < MOST_ERRORS; next = waiting.pop()) {
    const { steps } = next;
    const message = messageOf(next.value);
    if (message !== null) errors.push({ in: place, field: steps.join('.') || place, message });
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (steps.length === DEEPEST) return [{ in: place, field: steps[0] as string, message: `has more than ${DEEPEST} levels of objects and lists` }];
    for (const [name, inner] of Object.entries(next.value)) {
      const unusable = textMessage(name);
      if (unusable !== null) errors.push({ in: place, field: [...steps, printable(name)].join('.'), message: `${unusable} in its name` });
      else waiting.push({ value: inner, steps: [...steps, name] });
    }
  }
  return errors;
}

function messageOf(value: unknown): string | null {
  if (typeof value === 'string') return textMessage(value);
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return null;
  return `must be a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
}

function textMessage(text: string): string | null {
  if (NUL.test(text)) return 'must not contain a NUL character';
  return LONE_SURROGATE.test(text) ? 'must be valid Unicode text, but has half a surrogate pair' : null;
}

function printable(name: string): string {
  return name.replace(/[\0\p{Surrogate}]/gu, '?');
}
