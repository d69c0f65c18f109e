import { sql, type RawBuilder } from 'kysely';

/**
 * Lists of values that one statement compares with, worked out once and named in front of it. Inside of conditions the planner would count their
 * cost again for every row, and take any plan for as bad as another.
 */
export class SharedSets {
  readonly #selects: RawBuilder<unknown>[] = [];
  readonly #byKey = new Map<string, number>();

  /**
   * A select of the values of another one, of one column named `value`.
   * @param key the same one gives the same values: it is kept once
   */
  of(select: RawBuilder<unknown>, key?: string): RawBuilder<unknown> {
    const known = key === undefined ? undefined : this.#byKey.get(key);
    const index = known ?? this.#selects.push(select) - 1;
    if (key !== undefined) this.#byKey.set(key, index);
    return sql`select value from ${nameOf(index)}`;
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
