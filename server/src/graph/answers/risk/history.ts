import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { RiskKind } from '../../store/risk-rows';
import type { StoredScore } from './store';

/** The most days or changes of a history. */
const MOST = 366;

/** Returns the scores of an entity, one for each change, the oldest first. */
export async function readHistory(tx: Tx, tenantId: string, uri: string): Promise<{ day: string; stored: StoredScore }[]> {
  const { rows } = await sql<StoredScore & { from_day: string }>`
    select * from (
      select k.entity_id, k.uri, k.kind, k.type, k.account_id, k.name, k.factors, k.tier::int tier, k.score::int score, k.from_day
      from risk_score k where k.tenant_id = ${tenantId} and k.uri = ${uri} order by k.from_day desc, k.score desc limit ${MOST}) recent
    order by from_day, score`.execute(tx);
  return rows.map(({ from_day: day, ...stored }) => ({ day, stored: stored as StoredScore }));
}

/** Returns the number of entities in each band at the end of each day, the newest day first. */
export async function readBandHistory(tx: Tx, tenantId: string, kind: RiskKind, limit = MOST): Promise<{ day: string; bands: number[] }[]> {
  return tx
    .selectFrom('risk_day')
    .select(['day', 'bands'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
}
