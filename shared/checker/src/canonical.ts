/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Returns the canonical text of a value: no spaces, keys in the order of their UTF-16 code units, numbers and text as ECMAScript writes them. Properties
 * without a value are left out.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 * @throws TypeError if the value contains a number that JSON cannot express
 */
export function canonical(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a number of JSON.`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Texts grow in place: a proof has thousands of values, and lists of their parts would cost more than the rest.
  let text = '';
  if (isList(value)) {
    for (const one of value) text += text === '' ? canonical(one) : `,${canonical(one)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort(byCodeUnits)) {
    const member = value[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`;
  }
  return `{${text}}`;
}

/** Orders texts by their UTF-16 code units, as RFC 8785 orders keys. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Parses a text that must be canonical, so that no two files say the same.
 * @throws SyntaxError if the text is not JSON, or not canonical
 */
export function parseCanonical(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (canonical(value) !== text) throw new SyntaxError('The text is not canonical JSON (RFC 8785).');
  return value;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
