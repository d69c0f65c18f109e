import type { Db, Tx } from '../../platform/db/database';
import { chooseReportingSources } from '../engine/shared-scopes';
import { readScopes, scopePlan, readSourceScopes, type StoredScope } from '../store/scopes';
import { entityPlan, type SnapshotRow } from '../store/snapshot-tables';
import type { SnapshotChanges } from '../store/snapshot-changes';
import type { Evaluated } from './evaluate-source';

/**
 * Stages the shared scopes of the evaluated sources and chooses for each the source that represents it. When the choice gains or loses a
 * source that was not evaluated, it stages that source's row as well.
 * @returns the representing source by URI
 */
export async function shareScopes(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotChanges },
  evaluated: readonly Evaluated[],
): Promise<ReadonlyMap<string, string>> {
  const own: StoredScope[] = [];
  for (const { source, entities, found, above } of evaluated) {
    const scopes = readSourceScopes(source.sourceUid, entities, found, above);
    await writer.replace(scopePlan(tenantId, source.sourceUid, scopes));
    own.push(...scopes);
  }
  const written = new Set(evaluated.map(({ source }) => source.sourceUid));
  const stored = await db.tenant(tenantId, (tx) => readScopes(tx, tenantId));
  const others = stored.filter(({ sourceUid }) => !written.has(sourceUid));
  const reports = [...own, ...others];
  const current = await db.tenant(tenantId, (tx) => entitiesAt(tx, tenantId, [...new Set(reports.map(({ uri }) => uri))]));
  const currentSources = new Map<string, Set<string>>();
  for (const { uri, source_uid: uid } of current) currentSources.set(uri, (currentSources.get(uri) ?? new Set()).add(uid));
  const reporting = chooseReportingSources(reports, currentSources);

  const gone = current.filter(({ uri, source_uid: uid }) => !written.has(uid) && reporting.get(uri) !== uid);
  const taking = others.filter(({ uri, sourceUid }) => reporting.get(uri) === sourceUid && currentSources.get(uri)?.has(sourceUid) !== true);
  await writer.change(
    'graph_entity',
    taking.flatMap((scope) => rowsOf(tenantId, scope)),
    gone as unknown as SnapshotRow[],
  );
  return reporting;
}

function rowsOf(tenantId: string, { sourceUid, entity, classId }: StoredScope): SnapshotRow[] {
  const classOf = new Map(classId === null ? [] : [[entity.uri, classId]]);
  return entityPlan(tenantId, sourceUid, [entity], { classOf, attributes: new Map() }, new Map()).rows;
}

/** There are few scopes: management groups and folders, not their contents. */
async function entitiesAt(tx: Tx, tenantId: string, uris: readonly string[]): Promise<{ uri: string; source_uid: string; entity_id: string }[]> {
  if (uris.length === 0) return [];
  return tx
    .selectFrom('graph_entity')
    .select(['uri', 'source_uid', 'entity_id'])
    .where('tenant_id', '=', tenantId)
    .where('uri', 'in', [...uris])
    .where('valid_to', 'is', null)
    .execute();
}
