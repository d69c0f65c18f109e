import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database';
import { SEPARATOR, type KeptSets } from './kept-sets';

interface SharedSet {
  select: RawBuilder<unknown>;
  /** The same one gives the same values. */
  key: string | undefined;
  /** Nothing but the graph tells the values: they may be kept until it changes. */
  isOfGraph: boolean;
}

/**
 * Lists of values that one statement compares with, worked out once and named in front of it. Inside of conditions the planner would count their
 * cost again for every row, and take any plan for as bad as another.
 */
export class SharedSets {
  readonly #sets: SharedSet[] = [];
  readonly #byKey = new Map<string, number>();

  /**
   * A select of the values of another one, of one column named `value`.
   * @param key the same one gives the same values: it is kept once
   * @param isOfGraph nothing but the graph, the account filter and the key tell the values, all of them without line breaks
   */
  of(select: RawBuilder<unknown>, key?: string, isOfGraph = false): RawBuilder<unknown> {
    const known = key === undefined ? undefined : this.#byKey.get(key);
    const index = known ?? this.#sets.push({ select, key, isOfGraph }) - 1;
    if (key !== undefined) this.#byKey.set(key, index);
    return sql`select value from ${nameOf(index)}`;
  }

  /** A statement with all lists that it uses; those that are known already, or can be kept, as values. */
  async inFrontOf<T>(statement: RawBuilder<T>, tx: Tx, kept: KeptSets | null): Promise<RawBuilder<T>> {
    const named: RawBuilder<unknown>[] = [];
    const withThose = <U>(last: RawBuilder<U>): RawBuilder<U> => (named.length === 0 ? last : sql<U>`with ${sql.join(named)} ${last}`);
    for (const [index, { select, key, isOfGraph }] of this.#sets.entries()) {
      if (kept === null || key === undefined || !isOfGraph) named.push(sql`${nameOf(index)} as materialized (${select})`);
      else {
        const values = await kept.get(tx, key, withThose(sql`select value from (${select}) v`));
        named.push(sql`${nameOf(index)} as materialized (select unnest(string_to_array(${values}, ${SEPARATOR})) as value)`);
      }
    }
    return withThose(statement);
  }
}

function nameOf(index: number): RawBuilder<unknown> {
  return sql.ref(`shared_${index}`);
}
