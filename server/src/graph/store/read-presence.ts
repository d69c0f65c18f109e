import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { holdsAt } from './validity';

/** URIs per statement. */
const BATCH = 5000;

/** Returns the URIs of those entities that exist at a snapshot; null: now. */
export async function readPresent(tx: Tx, tenantId: string, uris: readonly string[], snapshotId: number | null): Promise<Set<string>> {
  const present = new Set<string>();
  for (let start = 0; start < uris.length; start += BATCH) {
    const batch = JSON.stringify(uris.slice(start, start + BATCH));
    const { rows } = await sql<{ uri: string }>`
      select e.uri from graph_entity e join jsonb_array_elements_text(${batch}::jsonb) u(uri) on u.uri = e.uri
      where ${holdsAt('e', tenantId, snapshotId)}`.execute(tx);
    for (const { uri } of rows) present.add(uri);
  }
  return present;
}

/** Returns the current entity with a URI; null: none. */
export async function readEntity(
  tx: Tx,
  tenantId: string,
  uri: string,
): Promise<{ uri: string; name: string; type: string; accountId: string } | null> {
  const row = await tx
    .selectFrom('graph_entity')
    .select(['uri', 'name', 'type', 'account_id as accountId'])
    .where('tenant_id', '=', tenantId)
    .where('uri', '=', uri)
    .where('valid_to', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
