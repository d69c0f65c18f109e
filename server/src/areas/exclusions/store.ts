import { sql, type Selectable } from 'kysely';
import type { ExclusionKind, ExclusionScope } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { ExclusionTable } from './tables';

export type StoredExclusion = Omit<Selectable<ExclusionTable>, 'ends_on'> & { ends_on: string | null };

const END = sql<string | null>`to_char(ends_on, 'YYYY-MM-DD')`.as('ends_on');
const COLUMNS = [
  ...([
    'tenant_id',
    'exclusion_id',
    'kind',
    'query',
    'uris',
    'reference_id',
    'reference_name',
    'account_id',
    'reason',
    'category',
    'owner',
    'ticket',
  ] as const),
  ...(['state', 'hid_at_start', 'created_by', 'created_at', 'changed_by', 'approved_by', 'removed_by', 'warned_days', 'version'] as const),
] as const;

/** Returns exclusions, those that end first at the top. */
export async function listExclusions(
  tx: Tx,
  tenantId: string,
  { kinds, owner, ids }: { kinds?: readonly ExclusionKind[]; owner?: string; ids?: readonly string[] } = {},
  lock = false,
): Promise<StoredExclusion[]> {
  let query = tx
    .selectFrom('exclusion')
    .select([...COLUMNS, END])
    .where('tenant_id', '=', tenantId);
  if (kinds) query = query.where(sql<boolean>`kind = any(${[...kinds]}::text[])`);
  if (owner) query = query.where('owner', '=', owner.toLowerCase());
  if (ids) query = query.where('exclusion_id', 'in', [...ids]);
  if (lock) query = query.forUpdate();
  return query
    .orderBy('exclusion.ends_on', (order) => order.asc().nullsLast())
    .orderBy('exclusion_id')
    .execute();
}

/** Returns the scope of a stored exclusion. */
export function scopeOf({ query, uris, reference_id, account_id }: StoredExclusion): ExclusionScope {
  return {
    ...(query === null ? {} : { query }),
    ...(uris === null ? {} : { uris }),
    ...(reference_id === null ? {} : { reference_id }),
    ...(account_id === null ? {} : { account_id }),
  };
}

/** Stores the entities of exclusions in place of those before. */
export async function replaceUris(tx: Tx, tenantId: string, exclusionId: string, uris: Iterable<string>): Promise<void> {
  await tx.deleteFrom('exclusion_uri').where('tenant_id', '=', tenantId).where('exclusion_id', '=', exclusionId).execute();
  const rows = [...new Set(uris)].map((uri) => ({ tenant_id: tenantId, exclusion_id: exclusionId, uri }));
  await bulkInsert(tx, 'exclusion_uri', rows, { onConflictDoNothing: true });
}

/** Returns the stored entities of exclusions, by exclusion. */
export async function readUris(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  if (ids.length === 0) return found;
  const rows = await tx
    .selectFrom('exclusion_uri')
    .select(['exclusion_id', 'uri'])
    .where('tenant_id', '=', tenantId)
    .where('exclusion_id', 'in', [...ids])
    .execute();
  for (const { exclusion_id: id, uri } of rows) found.get(id)?.add(uri);
  return found;
}
