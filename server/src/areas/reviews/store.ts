import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { ReviewCounts, ReviewerProgress, ReviewItemState, ReviewLogKind, ReviewUnitProgress } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { ItemStatus } from './item-state';
import type { ReviewCampaignTable, ReviewItemTable } from './tables';

/** A campaign with its days as YYYY-MM-DD and its snapshots as numbers. */
export interface StoredCampaign extends Omit<
  Selectable<ReviewCampaignTable>,
  'due_on' | 'revoke_by' | 'escalated_until' | 'next_on' | 'snapshot_id' | 'checked_snapshot'
> {
  due_on: string;
  revoke_by: string;
  escalated_until: string | null;
  next_on: string | null;
  snapshot_id: number | null;
  checked_snapshot: number;
}

export type StoredItem = Selectable<ReviewItemTable>;

/** Something that happened, for the log. */
export interface LogEntry {
  itemId: number | null;
  kind: ReviewLogKind;
  at: Date;
  /** Empty: CAM itself. */
  actor: string;
  detail: Record<string, unknown>;
}

const day = (column: 'due_on' | 'revoke_by' | 'escalated_until' | 'next_on'): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** Returns campaigns: those that are not closed first, then the newest. */
export async function readCampaigns(
  tx: Tx,
  tenantId: string,
  { id, lock }: { id?: string; lock?: 'update' | 'share' } = {},
): Promise<StoredCampaign[]> {
  let query = tx
    .selectFrom('review_campaign')
    .selectAll()
    .select([day('due_on').as('due'), day('revoke_by').as('revoke'), day('escalated_until').as('escalated'), day('next_on').as('next')])
    .where('tenant_id', '=', tenantId);
  if (id !== undefined) query = query.where('campaign_id', '=', id);
  if (lock === 'update') query = query.forUpdate();
  if (lock === 'share') query = query.forShare();
  const rows = await query
    .orderBy(sql`state = 'CLOSED'`)
    .orderBy('created_at', 'desc')
    .orderBy('campaign_id')
    .execute();
  return rows.map(({ due, revoke, escalated, next, ...row }) => ({
    ...row,
    ...{ due_on: due, revoke_by: revoke, escalated_until: escalated as string | null, next_on: next as string | null },
    snapshot_id: row.snapshot_id === null ? null : Number(row.snapshot_id),
    checked_snapshot: Number(row.checked_snapshot),
  }));
}

export async function insertCampaign(tx: Tx, row: Insertable<ReviewCampaignTable>): Promise<void> {
  await tx.insertInto('review_campaign').values(row).execute();
}

export async function updateCampaign(
  tx: Tx,
  tenantId: string,
  id: string,
  change: Partial<
    Pick<
      StoredCampaign,
      | 'state'
      | 'failure'
      | 'stage'
      | 'snapshot_id'
      | 'snapshot_time'
      | 'checked_snapshot'
      | 'closed_by'
      | 'closed_at'
      | 'escalated_until'
      | 'repeat_months'
      | 'next_on'
    >
  >,
): Promise<void> {
  await tx.updateTable('review_campaign').set(change).where('tenant_id', '=', tenantId).where('campaign_id', '=', id).execute();
}

/** The numbers of a campaign. */
export interface CampaignNumbers {
  counts: ReviewCounts;
  reviewers: number;
  /** Open items of one reviewer. */
  mine: number;
}

const NO_NUMBERS: CampaignNumbers = {
  counts: { items: 0, open: 0, kept: 0, revoked: 0, done: 0, overdue: 0, gone: 0, proposed: 0, undecided: 0 },
  reviewers: 0,
  mine: 0,
};

const inState = (...states: ReviewItemState[]): RawBuilder<number> => sql<number>`(count(*) filter (where state in (${sql.join(states)})))::int`;

/** Returns the numbers of campaigns. @param me the reviewer whose open items are counted */
export async function readNumbers(tx: Tx, tenantId: string, ids: readonly string[], me: string): Promise<(id: string) => CampaignNumbers> {
  if (ids.length === 0) return () => NO_NUMBERS;
  const rows = await tx
    .selectFrom('review_item')
    .select([
      'campaign_id',
      sql<number>`count(*)::int`.as('items'),
      inState('OPEN').as('open'),
      inState('KEPT').as('kept'),
      inState('REVOKED').as('revoked'),
      inState('DONE').as('done'),
      inState('OVERDUE').as('overdue'),
      inState('GONE').as('gone'),
      inState('PROPOSED').as('proposed'),
      inState('UNDECIDED').as('undecided'),
      sql<number>`count(distinct nullif(reviewer, ''))::int`.as('reviewers'),
      sql<number>`(count(*) filter (where state = 'OPEN' and reviewer = ${me}))::int`.as('mine'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', 'in', [...ids])
    .groupBy('campaign_id')
    .execute();
  const found = new Map(rows.map(({ campaign_id: id, reviewers, mine, ...counts }) => [id, { counts, reviewers, mine }]));
  return (id) => found.get(id) ?? NO_NUMBERS;
}

export async function readReviewerProgress(tx: Tx, tenantId: string, id: string): Promise<ReviewerProgress[]> {
  const rows = await tx
    .selectFrom('review_item')
    .select([
      'reviewer',
      sql<number>`count(*)::int`.as('items'),
      inState('OPEN').as('open'),
      inState('KEPT').as('kept'),
      inState('REVOKED', 'DONE', 'OVERDUE').as('revoked'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .groupBy('reviewer')
    .orderBy('open', 'desc')
    .orderBy('reviewer')
    .execute();
  const fast = await tx
    .selectFrom('review_log')
    .select(['actor', sql<number>`max((detail ->> 'keeps')::int)`.as('keeps')])
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .where('kind', '=', 'PACE')
    .groupBy('actor')
    .execute();
  const keeps = new Map(fast.map(({ actor, keeps: most }) => [actor, most]));
  return rows.map((row) => ({ ...row, fast_keeps: keeps.get(row.reviewer) ?? 0 }));
}

/** Returns a page of units. The cursor is the number of the last unit's first item. */
export async function readUnitProgress(
  tx: Tx,
  tenantId: string,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ units: ReviewUnitProgress[]; next: number | null }> {
  const { rows } = await sql<ReviewUnitProgress & { first: number }>`
    select unit_key as key, min(unit_kind) as kind, min(unit_name) as name, min(unit_uri) as uri, (array_agg(reach order by item_id))[1] as reach,
      count(*)::int items, ${inState('OPEN')} as open, ${inState('KEPT')} as kept, ${inState('REVOKED', 'DONE', 'OVERDUE')} as revoked,
      ${inState('OVERDUE')} as overdue, min(item_id) as first
    from review_item where tenant_id = ${tenantId} and campaign_id = ${id}
    group by unit_key having min(item_id) > ${after} order by min(item_id) limit ${limit + 1}`.execute(tx);
  const units = rows.slice(0, limit);
  return { units: units.map(({ first: _first, ...unit }) => unit), next: rows.length > limit ? (units.at(-1)?.first ?? null) : null };
}

export interface ItemFilter {
  reviewer?: string;
  states?: readonly ReviewItemState[];
  unit?: string;
}

/** Returns a page of items and the number of all that meet the filter. */
export async function listItems(
  tx: Tx,
  tenantId: string,
  id: string,
  { reviewer, states, unit }: ItemFilter,
  { after, limit }: { after: number; limit: number },
): Promise<{ items: StoredItem[]; total: number; next: number | null }> {
  let query = tx.selectFrom('review_item').where('tenant_id', '=', tenantId).where('campaign_id', '=', id);
  if (reviewer !== undefined) query = query.where('reviewer', '=', reviewer);
  if (states && states.length > 0) query = query.where('state', 'in', [...states]);
  if (unit !== undefined) query = query.where('unit_key', '=', unit);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .where('item_id', '>', after)
    .orderBy('item_id')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  return { items, total, next: rows.length > limit ? (items.at(-1)?.item_id ?? null) : null };
}

/** Returns items by number, or all of them. */
export async function readItems(tx: Tx, tenantId: string, id: string, itemIds: readonly number[] | null, lock = false): Promise<StoredItem[]> {
  let query = tx.selectFrom('review_item').selectAll().where('tenant_id', '=', tenantId).where('campaign_id', '=', id);
  if (itemIds) query = query.where('item_id', 'in', [...itemIds]);
  if (lock) query = query.forUpdate();
  return query.orderBy('item_id').execute();
}

/** Returns the items in some states that somebody decided. */
export async function readDecided(tx: Tx, tenantId: string, id: string, states: readonly ReviewItemState[]): Promise<StoredItem[]> {
  return tx
    .selectFrom('review_item')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .where('state', 'in', [...states])
    .where('decided_by', '<>', '')
    .orderBy('item_id')
    .execute();
}

/** Returns the number of items of a campaign with each of some units. */
export async function countByUnit(tx: Tx, tenantId: string, id: string, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('review_item')
    .select(['unit_key', sql<number>`count(*)::int`.as('count')])
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .where('unit_key', 'in', [...new Set(keys)])
    .groupBy('unit_key')
    .execute();
  return new Map(rows.map(({ unit_key: key, count }) => [key, count]));
}

/** Stores the changed part of items. */
export async function writeStatuses(tx: Tx, tenantId: string, id: string, changes: readonly { itemId: number; status: ItemStatus }[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ itemId, status }) => ({
    ...{
      item_id: itemId,
      version: status.version,
      state: status.state,
      reviewer: status.reviewer,
      stage: status.stage,
      earlier: status.earlier,
      is_changed: status.isChanged,
    },
    ...{ reason: status.reason, decided_by: status.decidedBy, decided_at: status.decidedAt },
    ...{ decided_snapshot: status.decidedSnapshot, checked_snapshot: status.checkedSnapshot, reported_snapshot: status.reportedSnapshot },
  }));
  await sql`
    update review_item i set version = c.version, state = c.state, reviewer = c.reviewer, stage = c.stage, earlier = c.earlier, is_changed = c.is_changed, reason = c.reason,
      decided_by = c.decided_by, decided_at = c.decided_at, decided_snapshot = c.decided_snapshot, checked_snapshot = c.checked_snapshot,
      reported_snapshot = c.reported_snapshot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c(
      item_id int, version int, state text, reviewer text, stage int, earlier jsonb, is_changed boolean, reason text, decided_by text, decided_at timestamptz,
      decided_snapshot bigint, checked_snapshot bigint, reported_snapshot bigint)
    where i.tenant_id = ${tenantId} and i.campaign_id = ${id} and i.item_id = c.item_id`.execute(tx);
}

export async function insertItems(tx: Tx, rows: readonly Partial<StoredItem>[]): Promise<void> {
  await bulkInsert(tx, 'review_item', rows);
}

export async function appendLog(tx: Tx, tenantId: string, id: string, entries: readonly LogEntry[]): Promise<void> {
  await bulkInsert(
    tx,
    'review_log',
    entries.map(({ itemId, ...entry }) => ({ tenant_id: tenantId, campaign_id: id, item_id: itemId, ...entry })),
  );
}

/** Returns the log of a campaign in its order. */
export async function readLog(tx: Tx, tenantId: string, id: string): Promise<LogEntry[]> {
  const rows = await tx
    .selectFrom('review_log')
    .select(['item_id', 'kind', 'at', 'actor', 'detail'])
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ item_id: itemId, at, ...entry }) => ({ itemId, at: new Date(at), ...entry }));
}

/** Counts the keeps of a reviewer since a time. */
export async function keepsSince(tx: Tx, tenantId: string, id: string, reviewer: string, since: Date): Promise<number> {
  const { keeps } = await tx
    .selectFrom('review_log')
    .select(sql<number>`count(*)::int`.as('keeps'))
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', id)
    .where('kind', '=', 'DECIDED')
    .where('actor', '=', reviewer)
    .where('at', '>', since)
    .where(sql<boolean>`detail ->> 'decision' = 'KEEP'`)
    .executeTakeFirstOrThrow();
  return keeps;
}
