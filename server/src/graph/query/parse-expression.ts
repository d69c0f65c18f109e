import type { EntityPattern, Expression, Query } from './ast';
import { expecting } from './expectation';
import { isDate } from '../../platform/calendar-day';
import { closingKeywords, StatementParser, statementStart, type Joint } from './parse-statement';
import type { WordReader } from './word-reader';

/** Limits on nested parentheses and on statements per query. Larger queries are mistakes or attacks. */
const MAX_DEPTH = 20;
const MAX_STATEMENTS = 20;

interface Factor {
  expression: Expression;
  /** The subjects for a next statement that names none. */
  subjects: EntityPattern[];
  not: Joint['not'];
}

/** Reads a whole query: statements, their connectives, parentheses, and the dates at the end. */
export class QueryParser {
  #statements = 0;

  constructor(private readonly reader: WordReader) {}

  read(): Query {
    const { expression } = this.#expression(0, null);
    const query: Query = { expression, asOf: null, changedSince: null };
    while (!this.reader.atEnd) this.#tail(query);
    return query;
  }

  #expression(depth: number, before: EntityPattern[] | null): { expression: Expression; subjects: EntityPattern[] } {
    const { reader } = this;
    const alternatives: Factor[][] = [[]];
    let previous = before;
    reader.expect(statementStart(previous, true));
    let not = this.#not(previous);
    for (;;) {
      const chain = alternatives.at(-1) ?? [];
      const mustName = not !== null && chain.every((factor) => factor.not);
      const { factor, joint } = this.#factor(depth, previous, not, mustName);
      chain.push(factor);
      if (!not) previous = factor.subjects;
      if (joint?.connective !== 'and') this.#checkPositive(chain);
      if (!joint) break;
      if (joint.connective === 'or') alternatives.push([]);
      not = joint.not;
    }
    const parts = alternatives.map((chain) => combined('and', chain.map(toExpression)));
    // After parentheses, "the same subject" means any subject inside them.
    const subjects = alternatives.flatMap((chain) => chain.findLast((factor) => !factor.not)?.subjects ?? []);
    return { expression: combined('or', parts), subjects: [...new Set(subjects)] };
  }

  #not(previous: readonly EntityPattern[] | null): Joint['not'] {
    const { reader } = this;
    if (!reader.is('not')) return null;
    const { position, raw } = reader.word();
    reader.take('NOT', 'IDENTITY');
    reader.expect(statementStart(previous, false));
    return { position, length: raw.length };
  }

  #factor(depth: number, previous: EntityPattern[] | null, not: Joint['not'], mustName: boolean): { factor: Factor; joint: Joint | null } {
    const { reader } = this;
    reader.mustName = mustName;
    if (!reader.is('(')) {
      reader.word();
      this.#statements += 1;
      if (this.#statements > MAX_STATEMENTS) throw reader.refuse(`A query has at most ${MAX_STATEMENTS} statements.`);
      const { statement, joint } = new StatementParser(reader, depth, previous, not !== null).read();
      return { factor: { expression: statement, subjects: statement.subjects, not }, joint };
    }
    if (depth >= MAX_DEPTH) throw reader.refuse(`Parentheses can be nested at most ${MAX_DEPTH} deep.`);
    reader.take('START', 'IDENTITY');
    const { expression, subjects } = this.#expression(depth + 1, previous);
    if (!reader.is(')')) {
      if (reader.atEnd) throw reader.unfinished('A parenthesis is not closed.');
      throw reader.refuse(
        reader.is('as-of', 'changed-since') ? `"${reader.word().raw}" must stand at the end of the query, outside parentheses.` : undefined,
      );
    }
    reader.take('END');
    reader.mustName = mustName;
    return { factor: { expression, subjects, not }, joint: this.#jointBehindBracket(depth, not ? previous : subjects) };
  }

  #jointBehindBracket(depth: number, previous: readonly EntityPattern[] | null): Joint | null {
    const { reader } = this;
    reader.expect(expecting(reader.mustName ? ['and'] : ['and', 'or', ...closingKeywords(depth)]));
    if (!reader.is('and', 'or')) return null;
    const connective = reader.is('and') ? 'and' : 'or';
    reader.take(connective === 'and' ? 'AND' : 'OR', 'IDENTITY');
    reader.expect(statementStart(previous, true));
    const not = this.#not(previous);
    reader.word();
    return { connective, not };
  }

  /** A negation can only subtract from a positive part. */
  #checkPositive(chain: readonly Factor[]): void {
    const [first] = chain;
    if (!first?.not || chain.some(({ not }) => !not)) return;
    const message = '"not" only excludes. Add what to include with "and".';
    if (this.reader.atEnd) throw this.reader.unfinished(message, first.not);
    throw this.reader.refuseAt(first.not, message);
  }

  /** Reads `as-of` and `changed-since`, each at most once. */
  #tail(query: Query): void {
    const { reader } = this;
    const word = reader.peek();
    const isFree = word === 'as-of' ? query.asOf === null : word === 'changed-since' && query.changedSince === null;
    if (!isFree) throw reader.refuse(word === ')' ? 'This parenthesis has no matching "(".' : undefined);
    reader.take('ATTRIBUTES_VALUE', 'ATTRIBUTE');
    reader.expect(expecting([], { kind: 'date' }));
    const { raw } = reader.word();
    if (!isDate(raw)) throw reader.refuse('Enter a date such as 2026-01-31.');
    if (word === 'as-of') query.asOf = raw;
    else query.changedSince = raw;
    reader.take('END');
    const left = closingKeywords(0).filter((keyword) => (keyword === 'as-of' ? query.asOf : query.changedSince) === null);
    reader.expect(expecting(left));
  }
}

function toExpression({ expression, not }: Factor): Expression {
  return not ? { kind: 'not', part: expression } : expression;
}

function combined(kind: 'and' | 'or', parts: Expression[]): Expression {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}
