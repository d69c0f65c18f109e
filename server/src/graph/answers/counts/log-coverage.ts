import { sql, type RawBuilder } from 'kysely';
import { TRAIT_LETTERS } from '../../providers/action-traits';
import { ACCESS_KINDS } from '../../engine/grant-marks';
import type { StoredEntity } from '../read-holders';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';

/**
 * Of which kinds of access to a type of resource a log tells, 90 days back, in letters of actions (`rwa`); empty: of none. By the same rules as
 * `with-usage` of the query language.
 * @param usage what the log of a source tells, `UsageCoverage`
 */
export function loggedLetters(usage: RawBuilder<unknown>, type: RawBuilder<unknown>, scope: InventoryScope): RawBuilder<string> {
  const letters = ACCESS_KINDS.map((kind) => {
    const letter = sql.lit(TRAIT_LETTERS[kind.toLowerCase() as Lowercase<typeof kind>]);
    return sql`case when jsonb_exists(${usage} -> 'silent', ${sql.lit(kind)}) or jsonb_exists(${usage} -> 'silent', ${sql.lit(`${kind} `)} || ${type}) then '' else ${letter} end`;
  });
  return sql<string>`case when ${usage} ->> 'since' <= ${ago(scope, UNUSED_DAYS).slice(0, 10)} then concat(${sql.join(letters)}) else '' end`;
}

/** Whether one of the letters of an action is among those that a log tells of. */
export function isLogged(letters: RawBuilder<unknown>, told: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(translate(${letters}, ${told}, '') <> ${letters})`;
}

/**
 * Common table expressions for whether disuse could be known. `young`: snapshots of the last 90 days; what came with one did not hold before, unless it
 * was the first one of its source, which may be of any age. `logs`: of what the log of each source tells, by the type of what is reached.
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
      select p.source_uid, p.type, ${loggedLetters(sql`s.usage`, sql`p.type`, scope)} told
      from (select distinct r.source_uid, r.type from graph_reach r where r.tenant_id = ${scope.tenantId}) p
        join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = p.source_uid
    )`;
}

/**
 * Common table expressions that end in `sets`: the sets of actions that edges give, with the letters of which logs tell there. What logs tell is read once
 * for each source and type: somebody who reaches everything does so by tens of thousands of edges.
 * @param edges `source_uid`, `type`, `action_set` and these other columns, of edges
 */
export function setParts(scope: InventoryScope, edges: RawBuilder<unknown>, columns: readonly string[] = []): RawBuilder<unknown> {
  const wanted = sql.join([...columns, 'action_set'].map((column) => sql`e.${sql.ref(column)}`));
  return sql`
    edges as materialized (${edges}),
    told as materialized (
      select e.source_uid, e.type, ${loggedLetters(sql`s.usage`, sql`e.type`, scope)} told from (select distinct source_uid, type from edges) e
        join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = e.source_uid
    ),
    sets as materialized (
      select distinct ${wanted}, t.told from edges e join told t on t.source_uid = e.source_uid and t.type = e.type
    )`;
}

/** Edges to a resource, for `setParts`. They are all of its source and type, so that the index of its class has all that is asked. */
export function edgesTo(
  scope: InventoryScope,
  { sourceUid, type, classId }: Pick<StoredEntity, 'sourceUid' | 'type' | 'classId'>,
): RawBuilder<unknown> {
  return sql`
    select distinct ${sourceUid}::text source_uid, ${type}::text as type, a.action_set from graph_access a
    where ${holdsNow('a', scope)} and a.class_id = ${classId ?? ''}`;
}
