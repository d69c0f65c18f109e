import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { SourceFacts } from '../engine/source-facts';
import { together, type UsageCoverage } from '../engine/usage-coverage';
import { holdsAt } from './validity';

/** A source in the graph. */
export interface GraphSource {
  sourceUid: string;
  cloudType: SourceFacts['cloudType'];
  accountId: string;
}

export async function readSources(tx: Tx, tenantId: string): Promise<GraphSource[]> {
  const rows = await tx
    .selectFrom('graph_source')
    .select(['source_uid', 'cloud_type', 'account_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('source_uid')
    .execute();
  return rows.map(({ source_uid: sourceUid, cloud_type: cloudType, account_id: accountId }) => ({ sourceUid, cloudType, accountId }));
}

/** Returns the present sources that the graph had at a snapshot. A deleted source is gone with its history. */
export async function readSourcesAt(tx: Tx, tenantId: string, snapshotId: number): Promise<GraphSource[]> {
  const { rows } = await sql<{ uid: string }>`
    select s.source_uid as uid from graph_source s where s.tenant_id = ${tenantId} and (
      exists (select from graph_manifest m where m.tenant_id = s.tenant_id and m.source_uid = s.source_uid and m.snapshot_id <= ${snapshotId})
      or exists (select from graph_entity e where ${holdsAt('e', tenantId, snapshotId)} and e.source_uid = s.source_uid))`.execute(tx);
  const then = new Set(rows.map(({ uid }) => uid));
  return (await readSources(tx, tenantId)).filter(({ sourceUid }) => then.has(sourceUid));
}

/** Returns the sources whose evaluation depends on one of the keys. */
export async function readDependents(tx: Tx, tenantId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ source_uid: string }>`
    with changed as materialized (select distinct key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k(key))
    select distinct s.source_uid from graph_source s cross join lateral jsonb_array_elements_text(s.needs) n(key) join changed using (key)
    where s.tenant_id = ${tenantId} order by s.source_uid`.execute(tx);
  return rows.map(({ source_uid: uid }) => uid);
}

/** Returns what the evaluations of sources depend on, by their uid. */
export async function readNeeds(tx: Tx, tenantId: string, uids: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  if (uids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('graph_source')
    .select(['source_uid', 'needs'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', 'in', [...uids])
    .execute();
  return new Map(rows.map(({ source_uid: uid, needs }) => [uid, new Set(needs)]));
}

/**
 * Saves a source with its dependencies and log coverage. `usage` null: unchanged.
 * @returns whether the source is new, or its log coverage differs
 */
export async function saveSource(
  tx: Tx,
  tenantId: string,
  { sourceUid, cloudType, accountId }: GraphSource,
  { needs, usage }: { needs: Iterable<string>; usage: UsageCoverage | null },
): Promise<boolean> {
  const said = { cloud_type: cloudType, account_id: accountId, needs: JSON.stringify([...needs].sort()) };
  const stored = await tx
    .selectFrom('graph_source')
    .select('usage')
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .forUpdate()
    .executeTakeFirst();
  const known = stored?.usage ?? null;
  const coverage = usage && together(known, usage);
  const covered = coverage && JSON.stringify(coverage);
  await tx
    .insertInto('graph_source')
    .values({ tenant_id: tenantId, source_uid: sourceUid, ...said, usage: covered })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'source_uid']).doUpdateSet({ ...said, ...(covered === null ? {} : { usage: covered }) }))
    .execute();
  return !stored || (coverage !== null && !isDeepStrictEqual(coverage, known));
}
