import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { FactsPlace } from './read-facts';

/** Returns the ids of the present resources of a source that contain one of the parts: the full name where an identity has another native id. */
export async function readResourceIds(
  tx: Tx,
  { tenantId, sourceUid }: Pick<FactsPlace, 'tenantId' | 'sourceUid'>,
  parts: readonly string[],
): Promise<string[]> {
  const contains = (text: RawBuilder<unknown>) =>
    sql.join(
      parts.map((part) => sql`strpos(${text}, ${part}) > 0`),
      sql` or `,
    );
  // The attributes of most resources are large, and their native id is their full name.
  const { rows } = await sql<{ id: string }>`
    select case when starts_with(native_id, '/') then native_id else coalesce(attributes ->> 'resourceid', native_id) end id
    from graph_entity
    where tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_to is null and is_resource
      and case when starts_with(native_id, '/') then ${contains(sql`native_id`)} else ${contains(sql`(attributes ->> 'resourceid')`)} end`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
