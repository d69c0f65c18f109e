import { sql, type RawBuilder, type RawNode } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { SEPARATOR, type SetCache } from './set-cache';
import type { Condition } from './sql-conditions';

/** Up to so many values, whatever has one of them is looked up. */
const FEW = 16;

interface SharedSet {
  select: RawBuilder<unknown>;
  /** The same one gives the same values. */
  key: string | undefined;
  /** Nothing but the graph tells the values: they may be kept until it changes. */
  isOfGraph: boolean;
  /** Lists that the select itself compares with. */
  parts: SharedSets | null;
}

/**
 * Lists of values that one statement compares with, worked out once and named in front of it. Inside of conditions the planner would count their
 * cost again for every row, and take any plan for as bad as another.
 */
export class SharedSets {
  readonly #sets: SharedSet[] = [];
  readonly #byKey = new Map<string, number>();
  /** How many values there are, of lists that are known when the statement is sent. */
  readonly #counts = new Map<number, number>();

  /**
   * A select of the values of another one, of one column named `value`.
   * @param key the same one gives the same values: it is kept once
   * @param isOfGraph nothing but the graph, the account filter and the key tell the values, all of them without line breaks
   */
  of(select: RawBuilder<unknown>, key?: string, isOfGraph = false): RawBuilder<unknown> {
    return sql`select value from ${nameOf(this.#add({ select, key, isOfGraph, parts: null }))}`;
  }

  /**
   * Whether a value of a row is among those of a select which the graph, the account filter and the key alone tell; null or false where the row has none.
   * @param parts lists that the select itself compares with, and nothing else does: where its values are known, these are not asked for
   */
  has(value: RawBuilder<unknown>, select: RawBuilder<unknown>, key: string, parts: SharedSets | null = null): Condition {
    const index = this.#add({ select, key, isOfGraph: true, parts });
    const isOneOfFew = (): boolean => (this.#counts.get(index) ?? Infinity) <= FEW;
    // Not as a join, which would be made again for each row; by an index where there are so few that most rows need not be looked at. How many there
    // are is known when the statement is sent, and not when its parts are put together.
    const node: RawNode = {
      kind: 'RawNode',
      get sqlFragments() {
        return isOneOfFew() ? ['', ' = any(array(', '))'] : ['(', ' in (', ')) is true'];
      },
      parameters: [value.toOperationNode(), sql`select value from ${nameOf(index)}`.toOperationNode()],
    };
    return sql<boolean>`${{ expressionType: undefined, toOperationNode: () => node }}`;
  }

  #add(set: SharedSet): number {
    const known = set.key === undefined ? undefined : this.#byKey.get(set.key);
    const index = known ?? this.#sets.push(set) - 1;
    if (set.key !== undefined) this.#byKey.set(set.key, index);
    return index;
  }

  /** A statement with all lists that it uses; those that are known already, or can be kept, as values. */
  async inFrontOf<T>(statement: RawBuilder<T>, tx: Tx, kept: SetCache | null): Promise<RawBuilder<T>> {
    const named: RawBuilder<unknown>[] = [];
    const withThose = <U>(last: RawBuilder<U>): RawBuilder<U> => (named.length === 0 ? last : sql<U>`with ${sql.join(named)} ${last}`);
    for (const [index, { select, key, isOfGraph, parts }] of this.#sets.entries()) {
      const whole = async (): Promise<RawBuilder<unknown>> => (parts ? parts.inFrontOf(select, tx, kept) : select);
      if (kept === null || key === undefined || !isOfGraph) named.push(sql`${nameOf(index)} as materialized (${await whole()})`);
      else {
        const values = await kept.get(tx, key, async () => withThose(sql`select value from (${await whole()}) v`));
        this.#counts.set(index, values === '' ? 0 : values.split(SEPARATOR, FEW + 1).length);
        named.push(sql`${nameOf(index)} as materialized (select unnest(string_to_array(${values}, ${SEPARATOR})) as value)`);
      }
    }
    return withThose(statement);
  }
}

function nameOf(index: number): RawBuilder<unknown> {
  return sql.ref(`shared_${index}`);
}
