import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { matchesAccount } from '../../../platform/http/account-filter';
import type { RiskKind, StoredControl, Tier } from '../../store/risk-rows';
import { scoredAt } from '../../store/tiers';
import type { IdentityFactors, ResourceFactors } from './stored-factors';

/** A score as it is written. */
export interface ScoreRow {
  entity_id: string;
  uri: string;
  kind: RiskKind;
  type: string;
  account_id: string;
  name: string;
  tier: Tier;
  score: number;
  factors: IdentityFactors | ResourceFactors;
  control: StoredControl | null;
}

/** A score as it is read. */
export type StoredScore =
  | (Omit<ScoreRow, 'kind' | 'factors' | 'control'> & { kind: 'IDENTITY'; factors: IdentityFactors })
  | (Omit<ScoreRow, 'kind' | 'factors' | 'control'> & { kind: 'RESOURCE'; factors: ResourceFactors });

/** Returns the current scores of these entities, by entity id. */
export async function readScores(tx: Tx, tenantId: string, entityIds: readonly string[]): Promise<Map<string, StoredScore>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql<StoredScore>`
    select ${columnsOfScore('k')} from risk_score k where ${scoredAt('k', tenantId, null)} and k.entity_id in (${sql.join([...entityIds])})`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.entity_id, row]));
}

/** Returns the current score of the entity with a URI; of several, the highest. Null: it is not scored. */
export async function readScore(tx: Tx, tenantId: string, uri: string): Promise<StoredScore | null> {
  const { rows } = await sql<StoredScore>`
    select ${columnsOfScore('k')} from risk_score k where ${scoredAt('k', tenantId, null)} and k.uri = ${uri} order by k.score desc, k.entity_id limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The scores of a list. */
export interface ScoreFilter {
  kind?: RiskKind;
  types?: readonly string[];
  accountId: string | null;
  search?: string;
  min?: number;
  tier?: Tier;
}

/** Returns a page of scores, by score and then by name. */
export async function listScores(
  tx: Tx,
  tenantId: string,
  filter: ScoreFilter,
  { by = 'score', ascending = false, limit, offset = 0 }: { by?: 'score' | 'tier'; ascending?: boolean; limit?: number; offset?: number },
): Promise<StoredScore[]> {
  const direction = ascending ? sql`asc` : sql`desc`;
  // Within a tier, the highest risk comes first.
  const order = by === 'tier' ? sql`k.tier ${direction}, k.score desc` : sql`k.score ${direction}`;
  const { rows } = await sql<StoredScore>`
    select ${columnsOfScore('k')} from risk_score k where ${conditions(tenantId, filter)}
    order by ${order}, k.name, k.entity_id ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(tx);
  return rows;
}

export async function countScores(tx: Tx, tenantId: string, filter: ScoreFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int n from risk_score k where ${conditions(tenantId, filter)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Returns the columns of a stored score. Resources share their factors. */
export function columnsOfScore(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const shared = sql`(select f.factors from risk_factors f where f.tenant_id = ${column('tenant_id')} and f.digest = ${column('digest')})`;
  return sql`
    ${sql.join(['entity_id', 'uri', 'kind', 'type', 'account_id', 'name'].map(column))}, coalesce(${column('factors')}, ${shared}) factors,
    ${column('tier')}::int tier, ${column('score')}::int score`;
}

function conditions(tenantId: string, { kind, types, accountId, search = '', min, tier }: ScoreFilter): RawBuilder<boolean> {
  const parts = [
    scoredAt('k', tenantId, null),
    ...(kind === undefined ? [] : [sql`k.kind = ${kind}`]),
    ...(types === undefined ? [] : [types.length === 1 ? sql`k.type = ${types[0]}` : sql`k.type in (${sql.join([...types])})`]),
    ...(accountId === null ? [] : [matchesAccount(sql`k.account_id`, accountId)]),
    ...(search === '' ? [] : [sql`position(lower(${search}) in lower(k.name)) > 0`]),
    ...(min === undefined ? [] : [sql`k.score >= ${min}::smallint`]),
    ...(tier === undefined ? [] : [sql`k.tier = ${tier}::smallint`]),
  ];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
