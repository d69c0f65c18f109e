import type { Clause, EntityPattern, Statement, UsageTest } from './ast';
import { expecting, type Expectation, type WordList } from './expectation';
import { readFor, readGrant, readUsageTest } from './parse-clauses';
import { readEntity, readFilter, type Place } from './parse-entity';
import { canAct, type Keyword } from './vocabulary';
import type { WordReader } from './word-reader';

/** The connective between a statement or parenthesis and the next one. */
export interface Joint {
  connective: 'and' | 'or';
  /** The position of a `not` before the next part; null: there is none. */
  not: { position: number; length: number } | null;
}

/** Words that start a statement about the subject of an earlier one. */
const VERBS = ['with-access', 'with-usage', 'with-role', 'with-scope'] as const;
const SUBJECTS: WordList = { kind: 'types', role: 'subject' };

/** The most clauses of one statement. The clauses multiply, so an unlimited number could not be answered. */
const MAX_CLAUSES = 12;

/** The most roles of one statement. Each may be assumed or granted, so they multiply too. */
const MAX_ROLES = 3;

/**
 * Returns what may start a statement.
 * @param previous the subjects for a statement that names none
 */
export function statementStart(previous: readonly EntityPattern[] | null, mayNegate: boolean): Expectation {
  const canGoOn = previous !== null && previous.every(acts);
  return expecting(['any', ...(mayNegate ? (['not'] as const) : []), '(', ...(canGoOn ? VERBS : [])], SUBJECTS);
}

function acts({ types }: EntityPattern): boolean {
  return types === null || types.every(canAct);
}

/** Returns the words that may end the current query or parenthesis. */
export function closingKeywords(depth: number): Keyword[] {
  return depth > 0 ? [')'] : ['as-of', 'changed-since'];
}

/** Reads one statement, and the connective after it if there is one. */
export class StatementParser {
  #subjects: EntityPattern[] = [];
  #verb: Statement['verb'] = null;
  readonly #clauses: Clause[] = [];
  /** The entity whose attributes may follow. */
  #place: Place | null = null;

  constructor(
    private readonly reader: WordReader,
    private readonly depth: number,
    private readonly previous: readonly EntityPattern[] | null,
    private readonly isNegated: boolean,
  ) {}

  read(): { statement: Statement; joint: Joint | null } {
    const { reader } = this;
    const isSameSubject = reader.is(...VERBS);
    if (isSameSubject) {
      if (!this.previous) throw reader.refuse(`Name the subject again: no statement before "${reader.word().raw}" provides one.`);
      this.#subjects = [...this.previous];
    } else {
      readEntity(reader, 'subject', (place) => this.#enter(place));
    }
    const joint = this.#tail();
    return { statement: { kind: 'statement', subjects: this.#subjects, isSameSubject, verb: this.#verb, clauses: this.#clauses }, joint };
  }

  /** Makes this the entity whose attributes may follow. */
  #enter(place: Place): Expectation {
    this.#place = place;
    if (place.role === 'subject') this.#subjects = [place.entity];
    return this.#following();
  }

  #tail(): Joint | null {
    const { reader } = this;
    for (;;) {
      if (reader.connective) {
        const joint = this.#joint(reader.connective);
        if (joint) return joint;
      } else if (reader.atEnd || reader.is(')', 'as-of', 'changed-since')) return null;
      else if (reader.is('and', 'or')) {
        const connective = reader.is('and') ? 'and' : 'or';
        reader.take(connective === 'and' ? 'AND' : 'OR');
        reader.expect(this.#joined(connective));
        reader.connective = connective;
      } else if (reader.is('not')) {
        reader.take('NOT');
        reader.expect(
          expecting([
            ...(this.#place ? (['with-attribute'] as const) : []),
            ...(this.#mayTakeClause() ? (['via', 'for', ...this.#placeWords()] as const) : []),
          ]),
        );
        this.#part(true);
      } else this.#part(false);
    }
  }

  /** Handles an `and` or `or`: reads a clause of this statement (null), or returns the connective before the next statement. */
  #joint(connective: 'and' | 'or'): Joint | null {
    const { reader } = this;
    reader.connective = null;
    let not: Joint['not'] = null;
    if (reader.is('not')) {
      const { position, raw } = reader.word();
      not = { position, length: raw.length };
      reader.take('NOT');
      const clauses = connective === 'and' ? this.#clauseWords() : [];
      const start = statementStart(this.#lastSubjects(), false);
      reader.expect({ ...start, keywords: [...clauses, ...start.keywords] });
    }
    reader.word();
    if (connective === 'and' && reader.is('via', 'for')) {
      this.#part(not !== null);
      return null;
    }
    return { connective, not };
  }

  #part(negated: boolean): void {
    const { reader } = this;
    const word = reader.word().raw.toLowerCase();
    const behind = { following: () => this.#following(), joined: (connective: 'and' | 'or') => this.#joined(connective) };
    if (word === 'with-attribute' && this.#place) {
      this.#place.entity.filters.push(readFilter(reader, this.#place, negated, behind));
      return;
    }
    if (word === 'with-attribute') throw reader.refuse('Put with-attribute directly after the type or name that it filters.');
    if (!['via', 'for', ...VERBS].includes(word)) throw reader.refuse();
    this.#checkActs(word);
    this.#checkRoom(word);
    if (word === 'via') {
      reader.take('VIA', 'STAGE_VIA');
      reader.expect(expecting(['any'], { kind: 'types', role: 'via', of: this.#statement() }));
      const { entity } = readEntity(reader, 'via', (place) => this.#enter(place));
      this.#clauses.push({ kind: 'via', negated, entity });
    } else if (word === 'with-access') this.#access(negated);
    else if (word === 'with-usage') this.#usage(negated);
    else {
      this.#place = null;
      if (word === 'for') this.#clauses.push(readFor(reader, negated, behind));
      else this.#clauses.push(readGrant(reader, word === 'with-role' ? 'role' : 'scope', negated));
      if (!reader.connective) reader.expect(this.#following());
    }
  }

  /** The statement as read so far. */
  #statement(): Statement {
    return { kind: 'statement', subjects: this.#subjects, isSameSubject: this.previous !== null, verb: this.#verb, clauses: [...this.#clauses] };
  }

  #access(negated: boolean): void {
    const { reader } = this;
    if (negated || this.#verb || this.#clauses.length > 0) throw reader.refuse('Put "and" before another with-access.');
    reader.take('ACCESS', 'RESOURCE');
    reader.expect(expecting(['any'], { kind: 'types', role: 'object' }));
    readEntity(reader, 'object', (place) => {
      this.#verb = { kind: 'access', object: place.entity };
      return this.#enter(place);
    });
  }

  #usage(negated: boolean): void {
    const { reader } = this;
    if (negated) throw reader.refuse('Put "and" before "not with-usage".');
    const isVerb = !this.#verb && this.#clauses.length === 0;
    this.#place = null;
    if (!isVerb) {
      this.#clauses.push({ kind: 'usage', test: readUsageTest(reader, () => this.#following()) });
      return;
    }
    const test: UsageTest = { never: false, moreThan: null, lessThan: null };
    this.#verb = { kind: 'usage', test, object: null };
    const read = readUsageTest(reader, () => {
      const { keywords, lists } = this.#following();
      return { keywords: ['any', ...keywords], lists: [{ kind: 'types', role: 'object' }, ...lists] };
    });
    Object.assign(test, read);
    const next = reader.peek();
    if (next === null || this.#following().keywords.includes(next as Keyword)) return;
    readEntity(reader, 'object', (place) => {
      this.#verb = { kind: 'usage', test, object: place.entity };
      return this.#enter(place);
    });
  }

  #checkActs(word: string): void {
    const types = this.#subjects.flatMap((entity) => entity.types ?? []);
    const passive = types.find((type) => !canAct(type));
    if (passive) throw this.reader.refuse(`${passive} cannot act, so "${word}" cannot follow it.`);
  }

  #checkRoom(word: string): void {
    if (this.#clauses.length >= MAX_CLAUSES) throw this.reader.refuse(`A statement has at most ${MAX_CLAUSES} clauses.`);
    if (word === 'with-role' && !this.#hasRoomForRole())
      throw this.reader.refuse(`A statement has at most ${MAX_ROLES} roles. List alternatives in one clause with "|".`);
  }

  #hasRoomForRole(): boolean {
    return this.#clauses.filter(({ kind }) => kind === 'role').length < MAX_ROLES;
  }

  #acts(): boolean {
    return this.#subjects.every(acts);
  }

  /** The subjects for a next statement that names none. */
  #lastSubjects(): readonly EntityPattern[] | null {
    return this.isNegated ? this.previous : this.#subjects;
  }

  #clauseWords(): Keyword[] {
    return this.#mayTakeClause() ? ['via', 'for'] : [];
  }

  #placeWords(): ('with-role' | 'with-scope')[] {
    return this.#hasRoomForRole() ? ['with-role', 'with-scope'] : ['with-scope'];
  }

  #mayTakeClause(): boolean {
    return this.#acts() && this.#clauses.length < MAX_CLAUSES;
  }

  /** Returns what may follow the statement so far. */
  #following(): Expectation {
    const isBare = !this.#verb && this.#clauses.length === 0;
    const keywords: Keyword[] = ['and', 'or'];
    if (this.#place) keywords.push('with-attribute');
    const takesClause = this.#mayTakeClause();
    if (takesClause) keywords.push('with-usage', ...this.#placeWords());
    // Without with-access, `via` and `for` are valid but rarely intended, so they are not offered.
    if (takesClause) keywords.push(...(isBare ? (['with-access'] as const) : (['via', 'for'] as const)));
    if (takesClause || this.#place) keywords.push('not');
    const { mustName } = this.reader;
    return expecting(mustName ? keywords.filter((word) => word !== 'or') : [...keywords, ...closingKeywords(this.depth)]);
  }

  #joined(connective: 'and' | 'or'): Expectation {
    if (connective === 'or' && this.reader.mustName) return expecting([]);
    const start = statementStart(this.#lastSubjects(), true);
    return connective === 'and' ? { ...start, keywords: [...this.#clauseWords(), ...start.keywords] } : start;
  }
}
