import type { RequestContext } from './request-context';
import { escapeWildcards } from '../../../engine/wildcard';

const VARIABLE = /\$\{([^}]+)\}/g;

/** A text with its variables filled in. */
export interface FilledText {
  text: string;
  /** Names of variables that only a request decides; a `*` stands for each of them. */
  undecided: string[];
}

/** Names of the variables in a text, in lower case; `${*}`, `${?}` and `${$}` are none. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, inner = '']) => (isCharacter(inner) ? [] : [parse(inner).name.toLowerCase()]));
}

/**
 * Fills in the variables of a text; null where one of them has no value in any request: the text then matches nothing.
 * @param isPattern the text is a pattern, so what is filled in stands for itself even where it holds `*` or `?`
 * Source: IAM User Guide, "IAM policy elements: Variables and tags".
 */
export function fillVariables(text: string, context: RequestContext, isPattern: boolean): FilledText | null {
  const undecided: string[] = [];
  let matchesNothing = false;
  const literal = (value: string): string => (isPattern ? escapeWildcards(value) : value);
  const filled = text.replace(VARIABLE, (_whole, inner: string) => {
    if (isCharacter(inner)) return literal(inner);
    const { name, fallback } = parse(inner);
    const values = context.valuesOf(name.toLowerCase());
    // A key of several values fills in nothing that could be compared.
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

/** `aws:username, 'nobody'` is a name with a default. */
function parse(inner: string): { name: string; fallback: string | undefined } {
  const [, name = inner, fallback] = /^([^,]+?)\s*(?:,\s*'(.*)')?$/.exec(inner) ?? [];
  return { name: name.trim(), fallback };
}
