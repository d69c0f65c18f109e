import type { QueryStage, QueryState } from '@cam/contracts/server';
import type { AttributeFilter, AttributeTerm, EntityPattern, ForClause, Statement, Text, ViaClause } from './ast';
import { splitList, splitWords, type Word } from './lexer';
import {
  ACTION_TYPES,
  canAct,
  isAttribute,
  isAttributeOfStatement,
  isIdentityType,
  isKeyword,
  isType,
  OPERATORS,
  type Operator,
  type TypeRole,
} from './vocabulary';

/** What may follow: keywords by name, and lists that the suggestions look up. */
export interface Expectation {
  keywords: string[];
  types: TypeRole | null;
  /** Names of entities of these types (empty: of any type); null: no name may follow. */
  names: string[] | null;
  attributes: boolean;
  /** Values of this attribute. */
  valuesOf: string | null;
  actionTypes: boolean;
}

export interface ParseError {
  position: number;
  length: number;
  expected: string[];
  message: string;
}

export interface ParseResult {
  statement: Statement | null;
  error: ParseError | null;
  /** A construct that the language has and that this release does not run. */
  unsupported: string | null;
  state: QueryState;
  stage: QueryStage;
  states: QueryState[];
  expectation: Expectation;
  accepting: boolean;
}

const NOTHING: Expectation = { keywords: [], types: null, names: null, attributes: false, valuesOf: null, actionTypes: false };

class Refused extends Error {
  constructor(readonly error: ParseError) {
    super(error.message);
  }
}

/** The words ran out: not wrong, only not finished. */
class Unfinished extends Error {}

/** Words of the language that later releases run. */
const LATER = ['with-usage', 'with-role', 'with-scope', 'as-of', 'changed-since', 'xaccount', 'action'];

/** Parses a query. Pure, never throws; one word of look-ahead decides everything. */
export function parseQuery(input: string): ParseResult {
  return new Parser(splitWords(input).words, input.length).run();
}

class Parser {
  #next = 0;
  #state: QueryState = 'START';
  #stage: QueryStage = 'IDENTITY';
  #states: QueryState[] = [];
  #expectation: Expectation = NOTHING;
  #unsupported: string | null = null;
  #subject: EntityPattern | null = null;
  #object: EntityPattern | null = null;
  readonly #via: ViaClause[] = [];
  readonly #privileges: ForClause[] = [];

  constructor(
    private readonly words: readonly Word[],
    private readonly end: number,
  ) {}

  run(): ParseResult {
    let error: ParseError | null = null;
    let accepting = false;
    try {
      this.#statement();
      accepting = true;
    } catch (failure) {
      if (failure instanceof Refused) ({ error } = failure);
      else if (!(failure instanceof Unfinished)) throw failure;
    }
    const statement =
      accepting && this.#subject ? { subject: this.#subject, object: this.#object, via: this.#via, privileges: this.#privileges } : null;
    return {
      statement,
      error,
      unsupported: this.#unsupported,
      state: this.#state,
      stage: this.#stage,
      states: this.#states,
      expectation: this.#expectation,
      accepting,
    };
  }

  #statement(): void {
    this.#expect({ ...NOTHING, keywords: ['any'], types: 'subject' });
    if (this.#is('(')) this.#later('a combination of statements');
    this.#subject = this.#entity('subject');
    const types = this.#subject.types;
    const mayAct = types === null || types.every(canAct);
    if (!this.#has()) return;
    if (this.#is('with-access')) {
      if (!mayAct) throw this.#refuse(`${types?.find((type) => !canAct(type))} is acted on and has no access of its own.`);
      this.#take('ACCESS', 'RESOURCE');
      this.#expect({ ...NOTHING, keywords: ['any'], types: 'object' });
      this.#object = this.#entity('object');
    }
    this.#clauses();
    if (this.#has()) throw this.#refuse();
  }

  #entity(role: TypeRole): EntityPattern {
    const word = this.#word();
    const pattern: EntityPattern = { types: null, names: [], filters: [] };
    if (word.text.toLowerCase() === 'any') {
      this.#take(...stateOfAny(role));
      this.#expect({ ...NOTHING, keywords: this.#following(role) });
    } else {
      const types = word.text.toLowerCase().split('|');
      if (types.some((type) => !isType(type, role))) throw this.#refuse(`"${word.text}" is not a type that can stand here.`);
      pattern.types = types;
      const identities = types.every(isIdentityType);
      const [typeState, nameState, stage] = statesOf(role, identities);
      this.#take(typeState, stage);
      this.#expect({ ...NOTHING, keywords: this.#following(role), names: types });
      if (this.#has() && isName(this.#word().text)) {
        pattern.names = this.#list('a name');
        this.#take(nameState, stage);
        this.#expect({ ...NOTHING, keywords: this.#following(role) });
      }
    }
    while (this.#has() && (this.#is('with-attribute') || (this.#is('not') && this.#isAfter('with-attribute'))))
      pattern.filters.push(this.#filter(role, attributesState(role, pattern)));
    return pattern;
  }

  #filter(role: TypeRole, state: QueryState): AttributeFilter {
    const negated = this.#is('not');
    if (negated) this.#take('NOT', 'ATTRIBUTE');
    this.#take(state, 'ATTRIBUTE');
    this.#expect({ ...NOTHING, attributes: true });
    const anyOf: AttributeTerm[][] = [[this.#term()]];
    this.#expect({ ...NOTHING, keywords: ['and', 'or', ...this.#following(role)] });
    while (this.#has() && (this.#is('and') || this.#is('or')) && this.#isAttributeAfter()) {
      const isOr = this.#is('or');
      this.#take(isOr ? 'OR' : 'AND', 'ATTRIBUTE', false);
      this.#mark(state);
      if (isOr) anyOf.push([this.#term()]);
      else anyOf.at(-1)?.push(this.#term());
      this.#expect({ ...NOTHING, keywords: ['and', 'or', ...this.#following(role)] });
    }
    return { negated, anyOf };
  }

  #term(): AttributeTerm {
    const word = this.#word();
    if (!isAttribute(word.text)) throw this.#refuse(`"${word.text}" is not an attribute.`);
    if (isAttributeOfStatement(word.text.toLowerCase())) this.#later(`with-attribute ${word.text.toLowerCase()}`);
    const attribute = /^tag\./i.test(word.text) ? `tag.${word.text.slice(4)}` : word.text.toLowerCase();
    this.#take('ATTRIBUTES_VALUE', 'ATTRIBUTE');
    this.#expect({ ...NOTHING, keywords: [...OPERATORS], valuesOf: attribute });
    let operator: Operator = '=';
    const next = this.#word().text;
    if ((OPERATORS as readonly string[]).includes(next)) {
      operator = next as Operator;
      this.#take('ATTRIBUTES_VALUE', 'ATTRIBUTE');
      this.#expect({ ...NOTHING, valuesOf: attribute });
    }
    const value = this.#word();
    if (isKeyword(value.text)) throw this.#refuse(`A value of ${attribute} must stand here. Quote it where it is a word of the language.`);
    const values = this.#list(`a value of ${attribute}`);
    this.#take('ATTRIBUTES_VALUE_NEXT', 'ATTRIBUTE');
    return { attribute, operator, values };
  }

  #clauses(): void {
    for (;;) {
      if (!this.#has()) return;
      const isAnd = this.#is('and');
      const isNot = this.#is('not') || (isAnd && this.#isAfter('not'));
      const head = this.#peek((isAnd ? 1 : 0) + (isNot ? 1 : 0))?.text.toLowerCase();
      if (head !== undefined && LATER.includes(head)) this.#later(head);
      if ((isAnd || this.#is('or')) && head !== 'via' && head !== 'for') this.#later('a combination of statements');
      if (head !== 'via' && head !== 'for') return;
      if (!this.#object) throw this.#refuse(`"${head}" speaks of access: write with-access first.`);
      if (isAnd) this.#take('AND', this.#stage);
      if (isNot) this.#take('NOT', this.#stage);
      if (head === 'via') this.#viaClause(isNot);
      else this.#forClause(isNot);
    }
  }

  #viaClause(negated: boolean): void {
    // Groups stand at the deciding grant and roles among the steps, so the order of two entities cannot be told.
    if (!negated && this.#via.some((clause) => !clause.negated)) this.#later('an ordered path of several via');
    this.#take('VIA', 'STAGE_VIA');
    this.#expect({ ...NOTHING, keywords: ['any'], types: 'via' });
    this.#via.push({ negated, entity: this.#entity('via') });
  }

  #forClause(negated: boolean): void {
    this.#take('FOR', 'PRIVILEGE');
    this.#expect({ ...NOTHING, keywords: ['action-type'], actionTypes: true });
    const anyOf: string[][][] = [[this.#actionTypes()]];
    this.#expect({ ...NOTHING, keywords: ['and', 'or', 'via'] });
    while (this.#has() && (this.#is('and') || this.#is('or')) && this.#isPrivilegeAfter()) {
      const isOr = this.#is('or');
      this.#take(isOr ? 'OR' : 'AND', 'PRIVILEGE');
      this.#expect({ ...NOTHING, keywords: ['action-type'], actionTypes: true });
      if (isOr) anyOf.push([this.#actionTypes()]);
      else anyOf.at(-1)?.push(this.#actionTypes());
      this.#expect({ ...NOTHING, keywords: ['and', 'or', 'via'] });
    }
    this.#privileges.push({ negated, anyOf });
  }

  #actionTypes(): string[] {
    if (this.#has() && LATER.includes(this.#word().text.toLowerCase())) this.#later(this.#word().text.toLowerCase());
    if (this.#is('action-type')) {
      this.#take('READING_ACTION_TYPE', 'PRIVILEGE');
      this.#expect({ ...NOTHING, actionTypes: true });
    }
    const word = this.#word();
    const types = word.text.toLowerCase().split('|');
    if (types.some((type) => !(ACTION_TYPES as readonly string[]).includes(type))) throw this.#refuse(`"${word.text}" is not a kind of action.`);
    this.#take('ACTION_TYPE', 'PRIVILEGE');
    return types;
  }

  /** The alternatives of the next word, which must hold one. Without any it would be read as no restriction at all. */
  #list(what: string): Text[] {
    const list = splitList(this.#word().text);
    if (list.length === 0) throw this.#refuse(`Here must stand ${what}.`);
    return list;
  }

  /** A construct of the language that this release cannot run: said so, instead of called wrong. */
  #later(construct: string): never {
    this.#unsupported = construct;
    throw this.#refuse(`This release cannot run ${construct} yet.`);
  }

  /** Keywords that may follow an entity. */
  #following(role: TypeRole): string[] {
    if (role === 'subject') return ['not', 'with-access', 'with-attribute'];
    return ['and', 'for', 'not', 'via', 'with-attribute'];
  }

  #isAttributeAfter(): boolean {
    const next = this.#peek(1);
    // The word may still be missing: then it is asked for.
    return next === undefined || isAttribute(next.text);
  }

  #isPrivilegeAfter(): boolean {
    const next = this.#peek(1)?.text.toLowerCase();
    return next === undefined || next === 'action-type' || next.split('|').every((type) => (ACTION_TYPES as readonly string[]).includes(type));
  }

  #isAfter(keyword: string): boolean {
    return this.#peek(1)?.text.toLowerCase() === keyword;
  }

  #has(): boolean {
    return this.#next < this.words.length;
  }

  #is(keyword: string): boolean {
    return this.#peek(0)?.text.toLowerCase() === keyword;
  }

  #peek(ahead: number): Word | undefined {
    return this.words[this.#next + ahead];
  }

  /** The word that must stand here. */
  #word(): Word {
    const word = this.#peek(0);
    if (!word) throw new Unfinished();
    return word;
  }

  #take(state: QueryState, stage: QueryStage, mark = true): void {
    this.#next += 1;
    this.#stage = stage;
    this.#state = state;
    if (mark) this.#states.push(state);
  }

  #mark(state: QueryState): void {
    this.#state = state;
    this.#states.push(state);
    this.#expect({ ...NOTHING, attributes: true });
  }

  #expect(expectation: Expectation): void {
    this.#expectation = expectation;
  }

  #refuse(message?: string): Refused {
    const word = this.#peek(0);
    const { keywords, types, names, attributes, valuesOf, actionTypes } = this.#expectation;
    const expected = [
      ...keywords,
      ...(types ? ['a type'] : []),
      ...(names ? ['a name'] : []),
      ...(attributes ? ['an attribute'] : []),
      ...(valuesOf ? [`a value of ${valuesOf}`] : []),
      ...(actionTypes ? [...ACTION_TYPES] : []),
    ];
    return new Refused({
      position: word?.position ?? this.end,
      length: word?.text.length ?? 0,
      expected,
      message: message ?? `"${word?.text ?? ''}" cannot stand here.`,
    });
  }
}

/** A bare word that begins with "with" is a keyword that is being typed; as a name it must be quoted. */
function isName(word: string): boolean {
  return !isKeyword(word) && !/^with/i.test(word);
}

function stateOfAny(role: TypeRole): [QueryState, QueryStage] {
  return role === 'subject' ? ['IDENTITY_ANY', 'IDENTITY'] : role === 'object' ? ['ANY', 'RESOURCE'] : ['VIA_TYPE', 'STAGE_VIA'];
}

function statesOf(role: TypeRole, identities: boolean): [QueryState, QueryState, QueryStage] {
  if (role === 'object') return ['RESOURCE_TYPE', 'RESOURCE_TYPE_NAME', 'RESOURCE'];
  if (role === 'via') return ['VIA_TYPE', 'VIA_TYPE_NAME', 'STAGE_VIA'];
  return identities ? ['IDENTITY_TYPE', 'IDENTITY_TYPE_NAME', 'IDENTITY'] : ['OBJECT', 'OBJECT_NAME', 'RESOURCE'];
}

/** A subject that is no identity is filtered by the attributes of resources. */
function attributesState(role: TypeRole, { types }: EntityPattern): QueryState {
  if (role === 'via') return 'VIA_TYPE_ATTRIBUTES';
  return role === 'subject' && (types === null || types.every(isIdentityType)) ? 'IDENTITY_TYPE_ATTRIBUTES' : 'RESOURCE_TYPE_ATTRIBUTES';
}
