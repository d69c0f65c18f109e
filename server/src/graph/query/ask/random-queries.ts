import type { AttributeFilter, AttributeTerm, Clause, EntityPattern, Expression, Privilege, Query, Statement, Text, UsageTest } from '../ast';
import { ACCOUNT_RELATIONS, ACTION_TYPES, ATTRIBUTES, canAct, typesOf, type AccountRelation, type ActionType, type TypeRole } from '../vocabulary';

/** A source of numbers that are the same for the same seed. */
export interface Random {
  below(limit: number): number;
  pick<T>(of: readonly T[]): T;
  some<T>(most: number, make: () => T, least?: number): T[];
}

/** Returns a source of random numbers (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (of) => {
      const picked = of[below(of.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    some: (most, make, least = 0) => Array.from({ length: least + below(most - least + 1) }, make),
  };
}

const NAMES = [
  'jane.doe',
  'payroll-prod',
  'Data Analysts',
  'and',
  'users',
  'a, b',
  'x.',
  '"quoted"',
  'pay*',
  'Okta: SRE',
  'a*, b',
  'groups that',
  'ünïcode',
  '90',
  'back\\slash',
  '?',
  '(x)',
];

/** Makes random queries of every kind that the language knows, in the normal form of its parser. */
export class RandomQueries {
  constructor(private readonly random: Random) {}

  query(): Query {
    const { random } = this;
    const day = (): string | null => (random.below(8) === 0 ? `2026-0${1 + random.below(9)}-1${random.below(9)}` : null);
    return { expression: this.#expression(2), asOf: day(), changedSince: day() };
  }

  #expression(depth: number): Expression {
    const { random } = this;
    const kind = depth === 0 ? 0 : random.below(4);
    if (kind < 2) return this.#statement(null);
    if (kind === 2)
      return {
        kind: 'or',
        parts: random.some(3, () => this.#expression(depth - 1), 2).flatMap((part) => (part.kind === 'or' ? part.parts : [part])),
      };
    const first = this.#statement(null);
    const others = random.some(
      2,
      (): Expression => {
        const part =
          random.below(2) === 0 && first.subjects.every(({ types }) => types?.every(canAct) ?? true)
            ? this.#statement(first.subjects)
            : this.#statement(null);
        return random.below(2) === 0 ? part : { kind: 'not', part };
      },
      1,
    );
    const positive = others.filter((part) => part.kind !== 'not');
    // A statement about the same subject continues the last positive one, so a named subject may only stand at the end.
    const named = positive.findIndex((part) => part.kind === 'statement' && !part.isSameSubject);
    const kept = named < 0 ? positive : positive.slice(0, named + 1);
    return { kind: 'and', parts: [first, ...kept, ...(named < 0 ? others.filter((part) => part.kind === 'not') : [])] };
  }

  #statement(same: EntityPattern[] | null): Statement {
    const { random } = this;
    const subjects = same ?? [this.#entity('subject')];
    const acts = subjects.every(({ types }) => types?.every(canAct) ?? true);
    const kind = acts ? random.below(same ? 2 : 4) : 3;
    const statement: Statement = { kind: 'statement', subjects, isSameSubject: same !== null, verb: null, clauses: [] };
    if (kind === 0) statement.verb = { kind: 'access', object: this.#entity('object') };
    else if (kind === 1) statement.verb = { kind: 'usage', test: this.#usage(), object: random.below(2) === 0 ? null : this.#entity('object') };
    if (statement.verb) statement.clauses = random.some(3, () => this.#clause());
    else if (kind === 2) statement.clauses = [this.#grant()];
    return statement;
  }

  #entity(role: TypeRole): EntityPattern {
    const { random } = this;
    const types = random.below(4) === 0 ? null : [...new Set(random.some(2, () => random.pick(typesOf(role)).word, 1))];
    return {
      types,
      names: types && random.below(2) === 0 ? random.some(2, () => this.#name(), 1) : [],
      filters: random.some(2, () => this.#filter()),
    };
  }

  #name(): Text {
    const text = this.random.pick(NAMES);
    return { text, quoted: /[\s"|()\\]/.test(text) || !/[*?]/.test(text) };
  }

  #filter(): AttributeFilter {
    const { random } = this;
    return { negated: random.below(4) === 0, anyOf: random.some(2, () => random.some(2, () => this.#term(), 1), 1) };
  }

  #term(): AttributeTerm {
    const { random } = this;
    const { word, kind } = random.pick([...ATTRIBUTES, { word: 'tag.env', kind: 'text' as const }]);
    const bare = (text: string): Text => ({ text, quoted: false });
    if (kind === 'boolean') return { attribute: word, operator: '=', values: [bare(random.pick(['true', 'false', '*']))] };
    const operator = random.pick(['=', '!=', '>', '<', '>=', '<=', '~'] as const);
    if (kind === 'number') return { attribute: word, operator, values: [bare(String(random.below(400)))] };
    if (kind === 'date') return { attribute: word, operator, values: [bare(random.pick(['2026-01-31', '90d', '7d']))] };
    return { attribute: word, operator, values: random.some(3, () => this.#name(), 1) };
  }

  #clause(): Clause {
    const { random } = this;
    const kind = random.below(4);
    if (kind === 0) return { kind: 'via', negated: random.below(3) === 0, entity: this.#entity('via') };
    if (kind === 1) return { kind: 'usage', test: this.#usage() };
    if (kind === 2) return this.#grant();
    return { kind: 'for', negated: random.below(4) === 0, anyOf: random.some(2, () => random.some(2, () => this.#privilege(), 1), 1) };
  }

  #grant(): Clause {
    return {
      kind: this.random.pick(['role', 'scope'] as const),
      negated: this.random.below(3) === 0,
      names: this.random.some(2, () => this.#name(), 1),
    };
  }

  #privilege(): Privilege {
    const { random } = this;
    const kind = random.below(3);
    if (kind === 0) return { kind: 'types', types: [...new Set(random.some(3, () => random.pick(Object.keys(ACTION_TYPES) as ActionType[]), 1))] };
    if (kind === 1)
      return {
        kind: 'actions',
        actions: random.some(2, () => ({ text: random.pick(['s3:GetObject', 'kms:*', 'Microsoft.Storage/*/read']), quoted: false }), 1),
      };
    return { kind: 'accounts', relations: [...new Set(random.some(2, () => random.pick(Object.keys(ACCOUNT_RELATIONS) as AccountRelation[]), 1))] };
  }

  #usage(): UsageTest {
    const { random } = this;
    const least = random.below(90);
    return random.pick([
      { never: true, moreThan: null, lessThan: null },
      { never: false, moreThan: least, lessThan: null },
      { never: false, moreThan: null, lessThan: least },
      { never: false, moreThan: least, lessThan: least + 1 + random.below(90) },
    ]);
  }
}
