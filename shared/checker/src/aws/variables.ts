import { patternTokens, RUN, textTokens, type Token } from './pattern';
import type { RequestKeys } from './request';

/** A text of a policy with its variables replaced. */
export interface Filled {
  text: string;
  /** The text as a pattern, in which the values of variables match literally. */
  tokens: Token[];
  /** The text as a pattern, in which each unknown value is any run. */
  loose: Token[];
  /** The variables whose values only the request decides. */
  open: string[];
}

/**
 * Replaces the variables of a text. `${*}`, `${?}` and `${$}` stand for the characters. A variable of a key with several values, or without a value and a
 * default, matches nothing.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 * @returns null if the text matches nothing
 */
export function fill(text: string, keys: RequestKeys): Filled | null {
  const filled: Filled = { text: '', tokens: [], loose: [], open: [] };
  const plain = (part: string): void => {
    filled.text += part;
    filled.tokens.push(...patternTokens(part));
    filled.loose.push(...patternTokens(part));
  };
  const literal = (value: string): void => {
    filled.text += value;
    filled.tokens.push(...textTokens(value));
    filled.loose.push(...patternTokens(value));
  };
  let last = 0;
  for (const found of text.matchAll(/\$\{([^}]+)\}/g)) {
    plain(text.slice(last, found.index));
    last = found.index + found[0].length;
    const inner = found[1] ?? '';
    if (['*', '?', '$'].includes(inner)) {
      literal(inner);
      continue;
    }
    const [, name = inner, fallback] = /^([^,]+?)\s*(?:,\s*'(.*)')?$/.exec(inner) ?? [];
    const values = keys.valuesOf(name.trim().toLowerCase());
    if (values === undefined) {
      filled.open.push(name.trim().toLowerCase());
      filled.text += '*';
      filled.tokens.push(RUN);
      filled.loose.push(RUN);
      continue;
    }
    const value = values === null ? fallback : values.length === 1 ? values[0] : undefined;
    if (value === undefined) return null;
    literal(value);
  }
  plain(text.slice(last));
  return filled;
}
