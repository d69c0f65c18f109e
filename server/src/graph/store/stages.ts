import { sql } from 'kysely';
import { STAGES, type Stage, type StageMap, type StageWords } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { growRevision } from './tiers';

/** Returns the patterns of names that have a word. Short words are parts of others (devices, latest), and whoever administers production must not count as less. */
const wordPatterns = (word: string): string[] => [word, `${word}-*`, `*-${word}`, `*-${word}-*`];

/** Keys and values that companies commonly use. */
const DEFAULT_KEYS = ['env', 'environment', 'stage'];
const DEFAULT_WORDS: Record<Stage, Pick<StageWords, 'values' | 'accounts'>> = {
  production: { values: ['prod', 'prd', 'production', 'live'], accounts: ['*prod*', '*live*'] },
  staging: { values: ['staging', 'stage', 'stg', 'preprod', 'pre-prod', 'uat'], accounts: ['*staging*', '*preprod*', '*pre-prod*'] },
  test: { values: ['test', 'tst', 'qa', 'ci', 'integration'], accounts: [...wordPatterns('test'), ...wordPatterns('qa')] },
  development: { values: ['dev', 'development'], accounts: [...wordPatterns('dev'), '*development*'] },
  sandbox: { values: ['sandbox', 'sbx', 'playground', 'demo'], accounts: ['*sandbox*', '*playground*'] },
};

/** The map of a tenant that has none of its own. */
export const DEFAULT_STAGES: StageMap = { keys: DEFAULT_KEYS, stages: STAGES.map((stage) => ({ stage, ...DEFAULT_WORDS[stage] })) };

export interface StoredStages {
  map: StageMap;
  /** E-mail address; empty: the default map. */
  changedBy: string;
  changedAt: Date | null;
}

/** Reads how a tenant's tags and account names stand for stages. */
export async function readStages(tx: Tx, tenantId: string): Promise<StoredStages> {
  const row = await tx.selectFrom('stage_map').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
  if (!row) return { map: DEFAULT_STAGES, changedBy: '', changedAt: null };
  return { map: row.map, changedBy: row.changed_by, changedAt: row.changed_at };
}

/** Stores a map. Cached results of queries are not used again. */
export async function saveStages(tx: Tx, tenantId: string, map: StageMap, by: string): Promise<void> {
  const fields = { map: JSON.stringify(map), changed_by: by, changed_at: new Date() };
  await tx
    .insertInto('stage_map')
    .values({ tenant_id: tenantId, ...fields })
    .onConflict((taken) => taken.column('tenant_id').doUpdateSet(fields))
    .execute();
  await growRevision(tx, tenantId);
}

/** Counts the values of tags over the current entities, the most frequent first. Reads every entity. */
export async function countTagValues(
  tx: Tx,
  tenantId: string,
  tags: readonly string[],
  most: number,
): Promise<{ tag: string; value: string; entities: number }[]> {
  if (tags.length === 0) return [];
  const { rows } = await sql<{ tag: string; value: string; entities: number }>`
    select t.key as tag, t.value, count(distinct e.uri)::int entities
    from graph_entity e cross join lateral jsonb_each_text(e.attributes) t
    where e.tenant_id = ${tenantId} and e.valid_to is null and e.attributes ?| ${[...tags]}::text[] and t.key = any(${[...tags]}::text[]) and t.value <> ''
    group by t.key, t.value order by entities desc, t.key, t.value limit ${most}`.execute(tx);
  return rows;
}
