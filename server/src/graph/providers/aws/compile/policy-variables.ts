import type { RequestContext } from './request-context';
import { escapeWildcards } from '../../../engine/wildcard';

const VARIABLE = /\$\{([^}]+)\}/g;

/** A text with its variables resolved. */
export interface FilledText {
  text: string;
  /** Names of variables that only a request decides. A `*` replaces each of them in the text. */
  undecided: string[];
}

/** Returns the names of the policy variables in a text, in lower case. `${*}`, `${?}` and `${$}` are escapes, not variables. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, inner = '']) => (isCharacter(inner) ? [] : [parse(inner).name.toLowerCase()]));
}

/**
 * Resolves the variables of a text. Returns null where a variable has no value in any request: the text then matches nothing.
 * @param isPattern the text is a pattern, so inserted values are escaped where they contain `*` or `?`
 * @see IAM User Guide, "IAM policy elements: Variables and tags"
 */
export function fillVariables(text: string, context: RequestContext, isPattern: boolean): FilledText | null {
  const undecided: string[] = [];
  let matchesNothing = false;
  const literal = (value: string): string => (isPattern ? escapeWildcards(value) : value);
  const filled = text.replace(VARIABLE, (_whole, inner: string) => {
    if (isCharacter(inner)) return literal(inner);
    const { name, fallback } = parse(inner);
    const values = context.valuesOf(name.toLowerCase());
    // AWS does not resolve a variable from a key with several values.
    const value = values ? (values.length === 1 ? values[0] : undefined) : values === null ? fallback : undefined;
    if (value !== undefined) return literal(value);
    if (values !== undefined) matchesNothing = true;
    else undecided.push(name);
    return '*';
  });
  return matchesNothing ? null : { text: filled, undecided: [...new Set(undecided)] };
}

function isCharacter(inner: string): boolean {
  return inner === '*' || inner === '?' || inner === '$';
}

/** Splits `aws:username, 'nobody'` into a name and its default value. */
function parse(inner: string): { name: string; fallback: string | undefined } {
  const [, name = inner, fallback] = /^([^,]+?)\s*(?:,\s*'(.*)')?$/.exec(inner) ?? [];
  return { name: name.trim(), fallback };
}
