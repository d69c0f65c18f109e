import { sql, type RawBuilder, type RawNode } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { SEPARATOR, type SetCache } from './set-cache';
import type { Condition } from './sql-conditions';

/** Up to this many values, an index lookup is cheaper than a scan. */
const FEW = 16;

interface SharedSet {
  select: RawBuilder<unknown>;
  /** Equal keys mean equal values. */
  key: string | undefined;
  /** True when only the graph determines the values, so they may be cached until it changes. */
  isOfGraph: boolean;
  /** Lists that the select itself compares with. */
  parts: SharedSets | null;
}

/**
 * Lists that one statement compares with, computed once in common table expressions. Inside conditions, the planner would charge their cost
 * per row and could not tell a good plan from a bad one.
 */
export class SharedSets {
  readonly #sets: SharedSet[] = [];
  readonly #byKey = new Map<string, number>();
  /** The sizes of lists whose values are known when the statement is sent. */
  readonly #counts = new Map<number, number>();

  /**
   * Returns a select of the values of another select, of one column named `value`.
   * @param key equal keys mean equal values, computed once
   * @param isOfGraph true when the values depend only on the graph, the account filter and the key, and contain no line break
   */
  of(select: RawBuilder<unknown>, key?: string, isOfGraph = false): RawBuilder<unknown> {
    return sql`select value from ${nameOf(this.#add({ select, key, isOfGraph, parts: null }))}`;
  }

  /**
   * Returns whether a row's value is in a set that only the graph, the account filter and the key determine. Null or false when the row has
   * no value.
   * @param parts lists that only this select compares with; they are skipped when its values are cached
   */
  has(value: RawBuilder<unknown>, select: RawBuilder<unknown>, key: string, parts: SharedSets | null = null): Condition {
    const index = this.#add({ select, key, isOfGraph: true, parts });
    const isOneOfFew = (): boolean => (this.#counts.get(index) ?? Infinity) <= FEW;
    // A join would repeat per row. A short list uses an index, so that most rows are never read. The size is known only when the statement
    // is sent, so the node decides then.
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

  /** Returns a statement with all lists that it uses. Cached lists, and those that can be cached, become values. */
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
