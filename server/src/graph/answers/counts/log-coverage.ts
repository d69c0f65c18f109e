import { sql, type RawBuilder } from 'kysely';
import { TRAIT_LETTERS } from '../../providers/action-traits';
import { ACCESS_KINDS } from '../../engine/grant-marks';
import type { StoredEntity } from '../read-holders';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';

/**
 * Returns the kinds of access to a resource type that a log covers for 90 days, as action letters (`rwa`); empty: none. The rules equal
 * those of `with-usage` in the query language.
 * @param usage the `UsageCoverage` of a source
 */
export function loggedLetters(usage: RawBuilder<unknown>, type: RawBuilder<unknown>, scope: InventoryScope): RawBuilder<string> {
  const letters = ACCESS_KINDS.map((kind) => {
    const letter = sql.lit(TRAIT_LETTERS[kind.toLowerCase() as Lowercase<typeof kind>]);
    return sql`case when jsonb_exists(${usage} -> 'silent', ${sql.lit(kind)}) or jsonb_exists(${usage} -> 'silent', ${sql.lit(`${kind} `)} || ${type}) then '' else ${letter} end`;
  });
  return sql<string>`case when ${usage} ->> 'since' <= ${ago(scope, UNUSED_DAYS).slice(0, 10)} then concat(${sql.join(letters)}) else '' end`;
}

/** Returns whether a log would show the use of some access of a class `a`, by the coverage `l` of `logParts`. */
export function showsUse(a: string, l: string): RawBuilder<boolean> {
  const kinds = ACCESS_KINDS.map((kind) => {
    const name = kind.toLowerCase() as Lowercase<typeof kind>;
    return sql`(${sql.ref(`${a}.${name}_mode`)} > 0 and position(${sql.lit(TRAIT_LETTERS[name])} in ${sql.ref(`${l}.covered`)}) > 0)`;
  });
  return sql<boolean>`(${sql.join(kinds, sql` or `)})`;
}

/** Returns whether a log covers any letter of an action. */
export function isLogged(letters: RawBuilder<unknown>, covered: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(translate(${letters}, ${covered}, '') <> ${letters})`;
}

/**
 * Returns common table expressions for whether disuse can be known. `young`: snapshots of the last 90 days. Rows that they added did not
 * exist before, except in a source's first snapshot. `logs`: the log coverage of each source by resource type.
 */
export function logParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    young as materialized (
      select n.snapshot_id from graph_snapshot n
      where n.tenant_id = ${scope.tenantId} and n.taken_at > ${ago(scope, UNUSED_DAYS)}::timestamptz and exists (
        select 1 from graph_snapshot e
        where e.tenant_id = n.tenant_id and e.source_uid = n.source_uid and e.snapshot_id < n.snapshot_id and e.state <> 'staging')
    ),
    logs as materialized (
      select p.source_uid, p.type, ${loggedLetters(sql`s.usage`, sql`p.type`, scope)} covered
      from (select distinct r.source_uid, r.type from graph_reach r where r.tenant_id = ${scope.tenantId}) p
        join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = p.source_uid
    )`;
}

/**
 * Returns common table expressions that end in `sets`: the action sets of edges with their log coverage. Coverage is read once per source
 * and type, because a principal with broad access has tens of thousands of edges.
 * @param edges select of edges with `source_uid`, `type`, `action_set` and the additional columns
 */
export function setParts(scope: InventoryScope, edges: RawBuilder<unknown>, columns: readonly string[] = []): RawBuilder<unknown> {
  const wanted = sql.join([...columns, 'action_set'].map((column) => sql`e.${sql.ref(column)}`));
  return sql`
    edges as materialized (${edges}),
    covered as materialized (
      select e.source_uid, e.type, ${loggedLetters(sql`s.usage`, sql`e.type`, scope)} covered from (select distinct source_uid, type from edges) e
        join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = e.source_uid
    ),
    sets as materialized (
      select distinct ${wanted}, t.covered from edges e join covered t on t.source_uid = e.source_uid and t.type = e.type
    )`;
}

/** Selects the edges to a resource for `setParts`. All belong to its source and type, so the index on its class covers the query. */
export function edgesTo(
  scope: InventoryScope,
  { sourceUid, type, classId }: Pick<StoredEntity, 'sourceUid' | 'type' | 'classId'>,
): RawBuilder<unknown> {
  return sql`
    select distinct ${sourceUid}::text source_uid, ${type}::text as type, a.action_set from graph_access a
    where ${holdsNow('a', scope)} and a.class_id = ${classId ?? ''}`;
}
