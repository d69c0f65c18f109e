import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import type { OutsideCount, RiskKind } from '../../store/risk-rows';
import { columnsOfScore, type StoredScore } from './store';

/** The most days or changes of a history. */
const MOST = 366;

/** Days of the history in lists. */
const RECENT = 30;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Returns the scores of an entity, one for each change, the oldest first. */
export async function readHistory(tx: Tx, tenantId: string, uri: string): Promise<{ day: string; stored: StoredScore }[]> {
  const { rows } = await sql<StoredScore & { from_day: string }>`
    select * from (
      select ${columnsOfScore('k')}, k.from_day
      from risk_score k where k.tenant_id = ${tenantId} and k.uri = ${uri} order by k.from_day desc, k.score desc limit ${MOST}) recent
    order by from_day, score`.execute(tx);
  return rows.map(({ from_day: day, ...stored }) => ({ day, stored: stored as StoredScore }));
}

/** Returns the recent scores of several entities, one for each change, by entity id, the oldest first. */
export async function readRecentScores(
  tx: Tx,
  tenantId: string,
  entityIds: readonly string[],
): Promise<Map<string, { day: string; score: number }[]>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql<{ entity_id: string; day: string; score: number }>`
    select k.entity_id, k.from_day as day, k.score::int score from risk_score k
    where k.tenant_id = ${tenantId} and k.entity_id in (${sql.join([...entityIds])}) and (k.to_day is null or k.to_day >= ${daysAgo(RECENT)})
    order by k.entity_id, k.from_day`.execute(tx);
  const found = new Map<string, { day: string; score: number }[]>();
  for (const [id, scores] of groupBy(rows, ({ entity_id: of }) => of))
    found.set(
      id,
      scores.map(({ day, score }) => ({ day, score })),
    );
  return found;
}

/** A day of the history of all entities. */
export interface RiskDay {
  day: string;
  bands: number[];
  /** By tier; null for resources, and for days before these counts were kept. */
  outside: OutsideCount[] | null;
}

/** Returns the counts of all entities at the end of each day, the newest day first. */
export async function readBandHistory(tx: Tx, tenantId: string, kind: RiskKind, limit = MOST): Promise<RiskDay[]> {
  return tx
    .selectFrom('risk_day')
    .select(['day', 'bands', 'outside'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
}
