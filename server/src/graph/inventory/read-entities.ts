import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { findEntities, type StoredEntity } from '../store/read-holders';
import { toEntity } from '../store/read-facts';

export interface ListedEntity extends Omit<StoredEntity, 'sourceUid'> {
  entityId: string;
}

export interface EntityList {
  types: readonly string[];
  /** Null: of all accounts. */
  accountId: string | null;
  /** A part of the name, in any case. */
  search: string;
  ascending: boolean;
  limit: number;
  offset: number;
}

/** A page of the entities of some types, in the order of their names. */
export async function listEntities(
  tx: Tx,
  tenantId: string,
  { types, accountId, search, ascending, limit, offset }: EntityList,
): Promise<ListedEntity[]> {
  const order = ascending ? 'asc' : 'desc';
  const rows = await entitiesOf(tx, tenantId, { types, accountId, search })
    .selectAll()
    .orderBy('name', order)
    .orderBy('entity_id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ ...toEntity(row), entityId: row.entity_id, profileId: row.profile_id, classId: row.class_id }));
}

/** How many entities a search finds; what is not searched for is counted with everything else when the graph changes. */
export async function countFound(tx: Tx, tenantId: string, list: Pick<EntityList, 'types' | 'accountId' | 'search'>): Promise<number> {
  const found = await entitiesOf(tx, tenantId, list)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(found.n);
}

function entitiesOf(tx: Tx, tenantId: string, { types, accountId, search }: Pick<EntityList, 'types' | 'accountId' | 'search'>) {
  let query = tx
    .selectFrom('graph_entity')
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    .where('type', 'in', [...types]);
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (search !== '') query = query.where(sql<boolean>`position(lower(${search}) in lower(name)) > 0`);
  return query;
}

/** What holds now under a URI; the source that lists it counts before one that only names it. Null: nothing. */
export async function findEntity(tx: Tx, tenantId: string, uri: string): Promise<StoredEntity | null> {
  return (await findEntities(tx, { tenantId, snapshotId: null }, [uri])).at(-1) ?? null;
}

/** When an entity was first seen, ISO 8601; null where it came with the first snapshot of its source, so that it may be of any age. */
export async function firstSeen(tx: Tx, tenantId: string, { uri, sourceUid }: StoredEntity): Promise<string | null> {
  const { rows } = await sql<{ at: Date | string | null; is_first: boolean }>`
    select n.taken_at at, not exists (
      select 1 from graph_snapshot e where e.tenant_id = ${tenantId} and e.source_uid = n.source_uid and e.snapshot_id < n.snapshot_id and e.state <> 'staging'
    ) is_first
    from graph_snapshot n where n.tenant_id = ${tenantId} and n.snapshot_id = (
      select min(valid_from) from graph_entity where tenant_id = ${tenantId} and uri = ${uri} and source_uid = ${sourceUid})`.execute(tx);
  const [row] = rows;
  return row?.at && !row.is_first ? new Date(row.at).toISOString() : null;
}

export interface HeldPolicy {
  id: string;
  name: string;
  kind: string;
}

/** The policies that hang on an entity, or that are it. */
export async function policiesOf(tx: Tx, tenantId: string, { nativeId, uri, type }: StoredEntity): Promise<HeldPolicy[]> {
  const rows = await tx
    .selectFrom('graph_policy')
    .select(['policy_id', 'name', 'kind'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    .where((eb) => (type === 'POLICY' ? eb.or([eb('holder_id', '=', nativeId), eb('uri', '=', uri)]) : eb('holder_id', '=', nativeId)))
    .orderBy('name')
    .orderBy('policy_id')
    .limit(200)
    .execute();
  return rows.map(({ policy_id: id, name, kind }) => ({ id, name, kind }));
}

/** First day that the log of each account covers, by account id. */
export async function logsSince(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('graph_source').select(['account_id', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.flatMap(({ account_id, usage }) => (usage ? [[account_id, usage.since]] : [])));
}
