import type { Clause, EntityPattern, Statement, UsageTest } from './ast';
import { expecting, type Expectation, type WordList } from './expectation';
import { readFor, readGrant, readUsageTest } from './parse-clauses';
import { readEntity, readFilter, type Place } from './parse-entity';
import { canAct, type Keyword } from './vocabulary';
import type { WordReader } from './word-reader';

/** What joins a statement or bracket with the next one. */
export interface Joint {
  connective: 'and' | 'or';
  /** Where a `not` stands before what follows; null: there is none. */
  not: { position: number; length: number } | null;
}

/** Words that begin a statement about the subject of an earlier one. */
const VERBS = ['with-access', 'with-usage', 'with-role', 'with-scope'] as const;
const SUBJECTS: WordList = { kind: 'types', role: 'subject' };

/** What one statement may say: each part is looked for in another way for every other one, so that without end there would be no answer. */
const MAX_CLAUSES = 12;

/** Roles that lead to access at the same time: each is either acted as or granted. */
const MAX_ROLES = 3;

/**
 * What may begin a statement.
 * @param previous whom a statement without a subject would speak of
 */
export function statementStart(previous: readonly EntityPattern[] | null, mayNegate: boolean): Expectation {
  const canGoOn = previous !== null && previous.every(acts);
  return expecting(['any', ...(mayNegate ? (['not'] as const) : []), '(', ...(canGoOn ? VERBS : [])], SUBJECTS);
}

function acts({ types }: EntityPattern): boolean {
  return types === null || types.every(canAct);
}

/** What ends the whole of what stands before it. */
export function closingKeywords(depth: number): Keyword[] {
  return depth > 0 ? [')'] : ['as-of', 'changed-since'];
}

/** Reads one statement, and the joint behind it where there is one. */
export class StatementParser {
  #subjects: EntityPattern[] = [];
  #verb: Statement['verb'] = null;
  readonly #clauses: Clause[] = [];
  /** Whose attributes may follow. */
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
      if (!this.previous) throw reader.refuse(`Name the subject again: nothing before "${reader.word().raw}" says who is meant.`);
      this.#subjects = [...this.previous];
    } else {
      readEntity(reader, 'subject', (place) => this.#enter(place));
    }
    const joint = this.#tail();
    return { statement: { kind: 'statement', subjects: this.#subjects, isSameSubject, verb: this.#verb, clauses: this.#clauses }, joint };
  }

  /** The entity in which attributes are read from now on. */
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

  /** Behind an `and` or `or`: a clause of this statement (null), or whatever the next statement begins with. */
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
    if (word === 'with-attribute') throw reader.refuse('with-attribute belongs directly behind the type or name that it speaks of.');
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

  /** As it was read so far. */
  #statement(): Statement {
    return { kind: 'statement', subjects: this.#subjects, isSameSubject: this.previous !== null, verb: this.#verb, clauses: [...this.#clauses] };
  }

  #access(negated: boolean): void {
    const { reader } = this;
    if (negated || this.#verb || this.#clauses.length > 0) throw reader.refuse('Put "and" before a further with-access.');
    reader.take('ACCESS', 'RESOURCE');
    reader.expect(expecting(['any'], { kind: 'types', role: 'object' }));
    readEntity(reader, 'object', (place) => {
      this.#verb = { kind: 'access', object: place.entity };
      return this.#enter(place);
    });
  }

  #usage(negated: boolean): void {
    const { reader } = this;
    if (negated) throw reader.refuse('Put "and" before a with-usage that is negated.');
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
    if (passive) throw this.reader.refuse(`${passive} is acted on and does not act: "${word}" cannot follow it.`);
  }

  #checkRoom(word: string): void {
    if (this.#clauses.length >= MAX_CLAUSES) throw this.reader.refuse(`One question has at most ${MAX_CLAUSES} clauses.`);
    if (word === 'with-role' && !this.#hasRoomForRole())
      throw this.reader.refuse(`One question names at most ${MAX_ROLES} roles, but any number beside bars.`);
  }

  #hasRoomForRole(): boolean {
    return this.#clauses.filter(({ kind }) => kind === 'role').length < MAX_ROLES;
  }

  #acts(): boolean {
    return this.#subjects.every(acts);
  }

  /** Whom a next statement without a subject speaks of. */
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

  /** What may come behind the statement so far. */
  #following(): Expectation {
    const isBare = !this.#verb && this.#clauses.length === 0;
    const keywords: Keyword[] = ['and', 'or'];
    if (this.#place) keywords.push('with-attribute');
    const takesClause = this.#mayTakeClause();
    if (takesClause) keywords.push('with-usage', ...this.#placeWords());
    // Without with-access, ways and privileges may be written, but what they say of an identity alone is seldom meant: not offered.
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
