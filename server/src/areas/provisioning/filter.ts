import { invalid } from './scim-error';

/** A condition of a filter. */
export type Filter =
  | { kind: 'compare'; attribute: string; operator: 'eq' | 'ne' | 'co' | 'sw' | 'ew'; value: string | boolean }
  | { kind: 'present'; attribute: string }
  | { kind: 'and' | 'or'; parts: Filter[] };

/** Characters of a filter. */
const LONGEST = 2000;
/** Conditions of a filter. */
const MOST_CONDITIONS = 20;

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;

/**
 * Parses a filter: `eq`, `ne`, `co`, `sw`, `ew` and `pr`, joined by `and`, `or` and parentheses. A condition on the parts of an attribute, such as
 * `emails[type eq "work"].value`, keeps the attribute and its last part, because CAM does not tell kinds of e-mails apart.
 * @returns attributes in lower case, without the name of their schema
 * @throws ScimError invalidFilter
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw refused(`is longer than ${LONGEST} characters`);
  const tokens = tokensOf(text);
  let at = 0;
  let conditions = 0;
  const peek = (): string => tokens[at]?.toLowerCase() ?? '';

  const either = (): Filter => {
    const parts = [both()];
    while (peek() === 'or') {
      at += 1;
      parts.push(both());
    }
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'or', parts };
  };
  const both = (): Filter => {
    const parts = [one()];
    while (peek() === 'and') {
      at += 1;
      parts.push(one());
    }
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
  };
  const one = (): Filter => {
    conditions += 1;
    if (conditions > MOST_CONDITIONS) throw refused(`has more than ${MOST_CONDITIONS} conditions`);
    if (peek() !== '(') return condition();
    at += 1;
    const inner = either();
    if (tokens[at] !== ')') throw refused('has a parenthesis that is not closed');
    at += 1;
    return inner;
  };
  const condition = (): Filter => {
    const attribute = attributeAt();
    const operator = peek();
    at += 1;
    if (operator === 'pr') return { kind: 'present', attribute };
    if (operator !== 'eq' && operator !== 'ne' && operator !== 'co' && operator !== 'sw' && operator !== 'ew')
      throw refused(`uses "${operator}", where eq, ne, co, sw, ew or pr is expected`);
    const value = valueOf(tokens[at]);
    at += 1;
    return { kind: 'compare', attribute, operator, value };
  };
  /** Reads an attribute, and skips the condition on its parts. */
  const attributeAt = (): string => {
    const name = tokens[at] ?? '';
    if (!/^[A-Za-z$][\w.:$-]*$/.test(name)) throw refused(name === '' ? 'ends too early' : `has "${name}", where an attribute is expected`);
    at += 1;
    let attribute = withoutSchema(name).toLowerCase();
    if (tokens[at] !== '[') return attribute;
    const close = tokens.indexOf(']', at);
    if (close < 0) throw refused('has a bracket that is not closed');
    at = close + 1;
    const part = tokens[at] ?? '';
    if (part.startsWith('.')) {
      attribute += part.toLowerCase();
      at += 1;
    }
    return attribute;
  };

  const filter = either();
  if (at < tokens.length) throw refused(`has "${tokens[at]}", where and, or or its end is expected`);
  return filter;
}

/** Removes the name of a schema before an attribute. */
export function withoutSchema(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '');
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const before = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw refused(`cannot be read at character ${before + 1}`);
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

function valueOf(token: string | undefined): string | boolean {
  const word = token?.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (!token?.startsWith('"')) throw refused('has a value that is no text in quotation marks');
  try {
    const value = JSON.parse(token) as string;
    if (!value.includes('\0')) return value;
  } catch {
    // Said below.
  }
  throw refused('has a value that is no text in quotation marks');
}

function refused(reason: string): Error {
  return invalid('invalidFilter', `The filter ${reason}.`);
}
