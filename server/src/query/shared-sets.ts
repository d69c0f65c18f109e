import { sql, type RawBuilder } from 'kysely';

/**
 * Lists of values that one statement compares with, worked out once and named in front of it. Inside of conditions the planner would count their
 * cost again for every row, and take any plan for as bad as another.
 */
export class SharedSets {
  readonly #selects: RawBuilder<unknown>[] = [];

  /** The values of a select of one column named `value`, as an array. */
  arrayOf<T>(select: RawBuilder<unknown>): RawBuilder<T[]> {
    this.#selects.push(select);
    return sql<T[]>`array(select value from ${nameOf(this.#selects.length - 1)})`;
  }

  /** A statement with all lists that it uses. */
  inFrontOf<T>(statement: RawBuilder<T>): RawBuilder<T> {
    if (this.#selects.length === 0) return statement;
    const named = this.#selects.map((select, index) => sql`${nameOf(index)} as materialized (${select})`);
    return sql<T>`with ${sql.join(named)} ${statement}`;
  }
}

function nameOf(index: number): RawBuilder<unknown> {
  return sql.ref(`shared_${index}`);
}
