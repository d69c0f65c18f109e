import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { matchesAccount } from '../../../platform/http/account-filter';
import { findEntities, type StoredEntity } from '../read-holders';
import { toEntity } from '../../store/read-facts';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { readPolicyDocuments, type PolicyText } from '../../store/read-documents';

export interface ListedEntity extends Omit<StoredEntity, 'sourceUid'> {
  entityId: string;
}

/** Selects the entities of a list. */
export interface EntityFilter {
  types: readonly string[];
  /** Null: all accounts. */
  accountId: string | null;
  /** Part of the name, in any case. */
  search: string;
}

export interface EntityOrder {
  by: 'name' | 'type' | 'region' | 'source';
  ascending: boolean;
  /** Account ids in the order of their names, for sorting by `source`. */
  accounts: readonly string[];
}

/** Returns a page of entities of some types. Ties are ordered by name. */
export async function listEntities(
  tx: Tx,
  tenantId: string,
  { order, limit, offset, ...filter }: EntityFilter & { order: EntityOrder; limit: number; offset: number },
): Promise<ListedEntity[]> {
  const direction = order.ascending ? sql`asc` : sql`desc`;
  const ranked = order.by === 'source' && order.accounts.length > 0;
  const ranks = sql`left join (values ${sql.join(order.accounts.map((id, rank) => sql`(${id}, ${rank}::int)`))}) n(account_id, rank) on n.account_id = e.account_id`;
  const by = { name: sql``, type: sql`e.type ${direction},`, region: sql`e.region ${direction},`, source: sql`e.account_id ${direction},` }[order.by];
  const { rows } = await sql<EntityRow>`
    select e.* from graph_entity e ${ranked ? ranks : sql``} where ${conditions(tenantId, filter)}
    order by ${ranked ? sql`n.rank ${direction} nulls last,` : by} e.name ${direction}, e.entity_id ${direction} limit ${limit} offset ${offset}`.execute(
    tx,
  );
  return rows.map(toListed);
}

/** The last entity of the previous part of a list. */
export interface EntityCursor {
  name: string;
  entityId: string;
}

/** Returns the next entities of a list, by name. */
export async function nextEntities(
  tx: Tx,
  tenantId: string,
  { after, limit, ...filter }: EntityFilter & { after: EntityCursor | null; limit: number },
): Promise<ListedEntity[]> {
  const behind = after === null ? sql`true` : sql`(e.name, e.entity_id) > (${after.name}, ${after.entityId})`;
  const { rows } = await sql<EntityRow>`
    select e.* from graph_entity e where ${conditions(tenantId, filter)} and ${behind} order by e.name, e.entity_id limit ${limit}`.execute(tx);
  return rows.map(toListed);
}

/** Returns entities in the order of their ids. Missing ones are left out. */
export async function entitiesById(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ListedEntity[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntityRow>`
    select e.* from graph_entity e where e.tenant_id = ${tenantId} and e.valid_to is null and e.entity_id in (${sql.join([...ids])})`.execute(tx);
  const byId = new Map(rows.map((row) => [row.entity_id, toListed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Counts the entities that match a search. Totals without a search are counted when the graph changes. */
export async function countFound(tx: Tx, tenantId: string, filter: EntityFilter): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) n from graph_entity e where ${conditions(tenantId, filter)}`.execute(tx);
  return Number(rows[0]?.n ?? 0);
}

type EntityRow = Parameters<typeof toEntity>[0] & { entity_id: string; profile_id: string | null; class_id: string | null };

function toListed(row: EntityRow): ListedEntity {
  return { ...toEntity(row), entityId: row.entity_id, profileId: row.profile_id, classId: row.class_id };
}

function conditions(tenantId: string, { types, accountId, search }: EntityFilter): RawBuilder<boolean> {
  const parts = [
    sql`e.tenant_id = ${tenantId} and e.valid_to is null and e.type in (${sql.join([...types])})`,
    ...(accountId === null ? [] : [matchesAccount(sql`e.account_id`, accountId)]),
    ...(search === '' ? [] : [sql`position(lower(${search}) in lower(e.name)) > 0`]),
  ];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Returns the current entity with a URI; null: none. A source that lists it takes precedence over one that only names it. */
export async function findEntity(tx: Tx, tenantId: string, uri: string): Promise<StoredEntity | null> {
  return (await findEntities(tx, { tenantId, snapshotId: null }, [uri])).at(-1) ?? null;
}

/** Returns when an entity was first seen, ISO 8601. Null when it came with its source's first snapshot, because it may then be of any age. */
export async function firstSeen(tx: Tx, tenantId: string, { uri, sourceUid }: StoredEntity): Promise<string | null> {
  const { rows } = await sql<{ at: Date | string | null; is_first: boolean }>`
    select n.taken_at at, not exists (
      select 1 from graph_snapshot e where e.tenant_id = ${tenantId} and e.source_uid = n.source_uid and e.snapshot_id < n.snapshot_id and e.state <> 'staging'
    ) is_first
    from graph_snapshot n where n.tenant_id = ${tenantId} and n.snapshot_id = (
      select min(b.valid_from) from graph_entity b where b.tenant_id = ${tenantId} and b.entity_id in (
        select e.entity_id from graph_entity e where e.tenant_id = ${tenantId} and e.valid_to is null and e.uri = ${uri} and e.source_uid = ${sourceUid}))
    order by n.source_uid = ${sourceUid} desc, n.taken_at limit 1`.execute(tx);
  const [row] = rows;
  return row?.at && !row.is_first ? new Date(row.at).toISOString() : null;
}

export interface HeldPolicy {
  id: string;
  name: string;
  kind: string;
}

/** Returns the policies attached to an entity, or the entity's own document. */
export async function policiesOf(tx: Tx, tenantId: string, { nativeId, uri, type }: StoredEntity): Promise<HeldPolicy[]> {
  const rows = await tx
    .selectFrom('graph_policy')
    .select(['policy_id', 'name', 'kind'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    // Source names are few, and the index has them before the holder.
    .where('source_uid', 'in', (eb) => eb.selectFrom('graph_source').select('source_uid').where('tenant_id', '=', tenantId))
    .where((eb) => (type === 'POLICY' ? eb.or([eb('holder_id', '=', nativeId), eb('uri', '=', uri)]) : eb('holder_id', '=', nativeId)))
    .orderBy('name')
    .orderBy('policy_id')
    .limit(200)
    .execute();
  return rows.map(({ policy_id: id, name, kind }) => ({ id, name, kind }));
}

/** Returns policy documents in the order of their ids. */
export function documentsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<PolicyText[]> {
  return readPolicyDocuments(tx, tenantId, ids, []);
}

/** Returns the first day that the log of each account covers, by account id. */
export async function logsSince(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('graph_source').select(['account_id', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.flatMap(({ account_id, usage }) => (usage ? [[account_id, usage.since]] : [])));
}

/** Returns the first day that the log of each source covers, by source uid. */
export async function logsBySource(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('graph_source').select(['source_uid', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.flatMap(({ source_uid: uid, usage }) => (usage ? [[uid, usage.since]] : [])));
}

/** Returns the log coverage of a source; null: no log. */
export async function logOf(tx: Tx, tenantId: string, sourceUid: string): Promise<UsageCoverage | null> {
  const row = await tx
    .selectFrom('graph_source')
    .select('usage')
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .executeTakeFirst();
  return row?.usage ?? null;
}
