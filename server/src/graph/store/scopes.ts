import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { Evaluation } from '../engine/evaluation';
import type { Entity } from '../engine/model';
import { isShared, type ScopeReport } from '../engine/shared-scopes';
import { refreshDerived } from './derived';
import type { TablePlan } from './snapshot-tables';
import { holdsAt } from './validity';

/** A source's description of a shared scope, with the results of its evaluation. */
export interface StoredScope extends ScopeReport {
  entity: Entity;
  classId: string | null;
}

/** Plans the shared scopes of a source. One source represents each scope, and only its row is among the entities. */
export function scopePlan(tenantId: string, sourceUid: string, scopes: readonly StoredScope[]): TablePlan {
  return {
    table: 'graph_scope',
    sourceUid,
    rows: scopes.map(({ uri, entity, classId, isAbove }) => ({
      tenant_id: tenantId,
      source_uid: sourceUid,
      uri,
      entity,
      class_id: classId,
      is_above: isAbove,
    })),
  };
}

/** @param above native ids of scopes that contain something of the source */
export function readSourceScopes(
  sourceUid: string,
  entities: readonly Entity[],
  found: Pick<Evaluation, 'classOf' | 'attributes'>,
  above: ReadonlySet<string>,
): StoredScope[] {
  return entities.filter(isShared).map((entity) => ({
    uri: entity.uri,
    sourceUid,
    isAbove: above.has(entity.nativeId),
    entity: { ...entity, attributes: { ...entity.attributes, ...found.attributes.get(entity.uri) } },
    classId: found.classOf.get(entity.uri) ?? null,
  }));
}

/**
 * Returns the descriptions of shared scopes, of one source or of all.
 * @param snapshotId null: now
 */
export async function readScopes(tx: Tx, tenantId: string, sourceUid?: string, snapshotId: number | null = null): Promise<StoredScope[]> {
  let query = tx
    .selectFrom('graph_scope as s')
    .select(['source_uid', 'uri', 'entity', 'class_id', 'is_above'])
    .where(holdsAt('s', tenantId, snapshotId));
  if (sourceUid !== undefined) query = query.where('source_uid', '=', sourceUid);
  const rows = await query.orderBy('source_uid').orderBy('uri').execute();
  return rows.map(({ source_uid, uri, entity, class_id, is_above }) => ({
    sourceUid: source_uid,
    uri,
    entity,
    classId: class_id,
    isAbove: is_above,
  }));
}

/**
 * Hands the shared scopes that a source represents, with their history, to another source that describes them. Runs before the source is
 * deleted.
 */
export async function handOverScopes(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  const holds = sql<boolean>`e.valid_to is null`;
  const { rows: taken } = await sql<{ source_uid: string }>`
    update graph_entity e set source_uid = s.source_uid,
      class_id = case when ${holds} then s.class_id else e.class_id end,
      name = case when ${holds} then s.entity ->> 'name' else e.name end,
      attributes = case when ${holds} then s.entity -> 'attributes' else e.attributes end
    from (
      select distinct on (uri) uri, source_uid, class_id, entity from graph_scope
      where tenant_id = ${tenantId} and valid_to is null and source_uid <> ${sourceUid} order by uri, is_above desc, source_uid collate "C"
    ) s
    where e.tenant_id = ${tenantId} and e.source_uid = ${sourceUid} and e.uri = s.uri returning s.source_uid`.execute(tx);
  for (const taker of new Set(taken.map(({ source_uid: uid }) => uid))) await refreshDerived(tx, tenantId, taker);
}
