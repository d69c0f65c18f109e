import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';

/** An entity that an edit names, in one source. */
export interface EditedEntity {
  nativeId: string;
  sourceUid: string;
}

/** Returns the current entities with these native ids. Ids of entities that do not exist yet are left out. */
export async function findEditedEntities(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<EditedEntity[]> {
  const { rows } = await sql<{ native_id: string; source_uid: string }>`
    select distinct e.native_id, e.source_uid from graph_entity e
    where e.tenant_id = ${tenantId} and e.valid_to is null and e.source_uid <> '' and e.native_id in (${sql.join([...nativeIds])})`.execute(tx);
  return rows.map(({ native_id: nativeId, source_uid: sourceUid }) => ({ nativeId, sourceUid }));
}
