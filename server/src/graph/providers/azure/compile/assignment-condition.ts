import { readDateTest, type DateTest } from './date-test';
import { readNameTest, type NameTest } from './name-test';

/**
 * A condition of a role assignment. The action decides `ActionMatches` terms, and the id of the resource decides the names of its storage account and
 * container. Times in the past are decided too. Other attributes of the resource, request, principal and environment are unknown before the request.
 * @see https://learn.microsoft.com/azure/role-based-access-control/conditions-format
 */
export type AssignmentCondition =
  | { kind: 'and' | 'or'; terms: AssignmentCondition[] }
  | { kind: 'not'; term: AssignmentCondition }
  | { kind: 'action'; pattern: string }
  | NameTest
  | DateTest
  | { kind: 'open'; words: string };

/** Parses a condition. An unreadable part becomes a term that stays undecided; it is never dropped. */
export function parseCondition(text: string): AssignmentCondition {
  try {
    return new ConditionParser(text).parse();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: 'open', words: text.trim().replace(/\s+/g, ' ') };
  }
}

class Unreadable extends Error {}

const AND = /^\s*(?:AND\b|&&)/i;
const OR = /^\s*(?:OR\b|\|\|)/i;
const NOT = /^\s*(?:NOT\b|!(?!=))/i;
const ACTION_MATCHES = /^ActionMatches\s*\{\s*'([^']*)'\s*\}$/i;

/** Operator precedence: `or` binds looser than `and`, and `and` looser than `not`. */
class ConditionParser {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  parse(): AssignmentCondition {
    const condition = this.#or();
    if (this.#rest.trim() !== '') throw new Unreadable();
    return condition;
  }

  #or(): AssignmentCondition {
    const terms = [this.#and()];
    while (this.#take(OR)) terms.push(this.#and());
    return oneOr('or', terms);
  }

  #and(): AssignmentCondition {
    const terms = [this.#not()];
    while (this.#take(AND)) terms.push(this.#not());
    return oneOr('and', terms);
  }

  #not(): AssignmentCondition {
    if (this.#take(NOT)) return { kind: 'not', term: this.#not() };
    if (!this.#take(/^\s*\(/)) return this.#term();
    const inner = this.#or();
    if (!this.#take(/^\s*\)/)) throw new Unreadable();
    return inner;
  }

  /** Reads up to the next connective or closing bracket. Quoted text, braces and nested brackets stay whole. */
  #term(): AssignmentCondition {
    let length = 0;
    let depth = 0;
    let quoted = false;
    for (; length < this.#rest.length; length += 1) {
      const char = this.#rest[length] ?? '';
      if (char === "'") quoted = !quoted;
      if (quoted) continue;
      if ('([{'.includes(char)) depth += 1;
      if (depth === 0 && (char === ')' || AND.test(this.#rest.slice(length)) || OR.test(this.#rest.slice(length)))) break;
      if (')]}'.includes(char)) depth -= 1;
    }
    const term = this.#rest.slice(0, length).trim();
    if (term === '' || quoted || depth !== 0) throw new Unreadable();
    this.#rest = this.#rest.slice(length);
    const pattern = ACTION_MATCHES.exec(term)?.[1];
    if (pattern !== undefined) return { kind: 'action', pattern: pattern.toLowerCase() };
    const words = termInWords(term);
    return readNameTest(term, words) ?? readDateTest(term, words) ?? { kind: 'open', words };
  }

  #take(pattern: RegExp): boolean {
    const found = pattern.exec(this.#rest);
    if (found) this.#rest = this.#rest.slice(found[0].length);
    return found !== null;
  }
}

function oneOr(kind: 'and' | 'or', terms: AssignmentCondition[]): AssignmentCondition {
  const [only] = terms;
  return terms.length === 1 && only ? only : { kind, terms };
}

/** Owners of the attributes that terms use. */
const OWNERS: Record<string, string> = {
  resource: 'of the resource',
  request: 'of the request',
  principal: 'of the principal',
  environment: 'of the environment',
};

/** Returns a term such as `@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name] StringEquals 'a'` in words. */
function termInWords(term: string): string {
  const words = term.replace(/@(\w+)\s*\[([^\]]*)\]/g, (_all, owner: string, attribute: string) => {
    const name =
      attribute
        .slice(attribute.lastIndexOf(':') + 1)
        .replace(/<\$[^$]*\$>/g, '')
        .trim() || attribute;
    return `${name} ${OWNERS[owner.toLowerCase()] ?? `of ${owner}`}`;
  });
  return words
    .replace(/([A-Za-z]+:)?\b(String|Numeric|DateTime|Guid|Bool|Time|Ip)([A-Z]\w*)/g, (_all, _set, _type, name: string) => spaced(name))
    .replace(/\s+/g, ' ');
}

/** Splits an operator name into words: `NotEqualsIgnoreCase` gives "not equals ignore case". */
function spaced(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
