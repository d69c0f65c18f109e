import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { bandOf, RISK_BANDS } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import type { OutsideCount, RiskKind } from '../../store/risk-rows';
import type { ScoreRow } from './store';

const FIELDS = ['entity_id', 'uri', 'kind', 'type', 'account_id', 'name', 'tier', 'score', 'factors', 'control', 'digest'] as const;
/** Columns that a later score of the same day replaces. */
const FACTS = FIELDS.slice(1);

/** Columns by which two scores are compared where a digest is missing. */
const PLAIN = ['uri', 'kind', 'type', 'account_id', 'name', 'tier', 'score'] as const;
const COMPARED = [...PLAIN, 'factors', 'control'] as const;

interface KnownScore {
  from_day: string;
  digest: string | null;
}

/** Stored scores, by entity id. */
export type KnownScores = ReadonlyMap<string, KnownScore>;

/** A score that differs from the stored one. */
export interface ChangedScore extends ScoreRow {
  digest: string;
  /** The day of the stored one, YYYY-MM-DD; null: the entity had no score. */
  before: string | null;
}

/** Returns the current scores of the entities of these rows. */
export async function readKnownScores(tx: Tx, tenantId: string, rows: readonly ScoreRow[]): Promise<KnownScores> {
  const ids = rows.map(({ entity_id: id }) => id);
  const { rows: known } = await sql<KnownScore & { entity_id: string }>`
    select k.entity_id, k.from_day, k.digest from risk_score k
    where k.tenant_id = ${tenantId} and k.to_day is null and k.entity_id = any(${ids}::text[])`.execute(tx);
  return new Map(known.map(({ entity_id: id, ...one }) => [id, one]));
}

/** Returns the scores that differ from the stored ones. Stored ones of an earlier release have no digest and get it first. */
export async function changedScores(db: Context['db'], tenantId: string, rows: readonly ScoreRow[], known: KnownScores): Promise<ChangedScore[]> {
  const given = rows.map((row) => ({ ...row, digest: digestOf(row) }));
  const hasDigests = [...known.values()].every(({ digest }) => digest !== null);
  const stored = hasDigests
    ? known
    : await db.tenant(tenantId, async (tx) => {
        await addDigests(tx, tenantId, given);
        return readKnownScores(tx, tenantId, rows);
      });
  return given.flatMap((row) => {
    const before = stored.get(row.entity_id);
    return before?.digest === row.digest ? [] : [{ ...row, before: before?.from_day ?? null }];
  });
}

/**
 * Writes changed scores of a day. A changed score ends the row of an earlier day, so the history has one row for each span of equal scores, and at
 * most one for a day.
 * @param day YYYY-MM-DD, UTC
 */
export async function writeScores(tx: Tx, tenantId: string, day: string, changed: readonly ChangedScore[]): Promise<void> {
  const ended = changed.flatMap(({ entity_id: id, before }) => (before !== null && before < day ? [id] : []));
  await sql`
    update risk_score set to_day = ${day} where tenant_id = ${tenantId} and to_day is null and entity_id = any(${ended}::text[])`.execute(tx);
  await sql`
    insert into risk_score (tenant_id, from_day, ${names(FIELDS)})
    select ${tenantId}, ${day}, ${names(FIELDS)} from ${asRecords(changed)} n
    on conflict (tenant_id, entity_id, from_day) do update set ${sql.join(FACTS.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}, to_day = null`.execute(
    tx,
  );
}

/** Adds the digest to rows that an earlier release wrote and that are still true. */
async function addDigests(tx: Tx, tenantId: string, given: readonly (ScoreRow & { digest: string })[]): Promise<void> {
  const compared = (alias: string) => sql.join(COMPARED.map((name) => sql.ref(`${alias}.${name}`)));
  await sql`
    update risk_score k set digest = n.digest from ${asRecords(given)} n
    where k.tenant_id = ${tenantId} and k.to_day is null and k.digest is distinct from n.digest and k.entity_id = n.entity_id
      and (${compared('k')}) is not distinct from (${compared('n')})`.execute(tx);
}

function asRecords(rows: readonly object[]) {
  return sql`json_populate_recordset(null::risk_score, ${JSON.stringify(rows)}::json)`;
}

function names(columns: readonly string[]) {
  return sql.join(columns.map((name) => sql.ref(name)));
}

/** Returns the digest of the compared columns as a JSON list. */
function digestOf(row: ScoreRow): string {
  return hash('sha256', JSON.stringify(COMPARED.map((name) => row[name])), 'base64url');
}

export interface CompletedScoring {
  /** The number of scores. */
  scored: number;
  /** The URIs of entities without a score any more. */
  gone: string[];
  revision: number;
}

/**
 * Ends the scores of entities that are gone, and completes a scoring: the state and the bands of the day. The bands count what is
 * stored, so that history and lists show the same numbers.
 */
export async function completeScoring(
  tx: Tx,
  tenantId: string,
  day: string,
  { head, outside }: { head: number; outside: readonly OutsideCount[] },
): Promise<CompletedScoring> {
  const { rows } = await sql<{ entity_id: string; uri: string }>`
    select k.entity_id, k.uri from risk_score k where k.tenant_id = ${tenantId} and k.to_day is null and not exists (
      select 1 from graph_entity e where e.tenant_id = k.tenant_id and e.entity_id = k.entity_id and e.valid_to is null)`.execute(tx);
  const gone = sql`tenant_id = ${tenantId} and to_day is null and entity_id = any(${rows.map(({ entity_id: id }) => id)}::text[])`;
  await sql`delete from risk_score where ${gone} and from_day = ${day}`.execute(tx);
  await sql`update risk_score set to_day = ${day} where ${gone}`.execute(tx);
  const { rows: scores } = await sql<{ kind: RiskKind; score: number; n: number }>`
    select kind, score::int score, count(*)::int n from risk_score where tenant_id = ${tenantId} and to_day is null group by 1, 2`.execute(tx);
  const bands: Record<RiskKind, number[]> = { IDENTITY: RISK_BANDS.map(() => 0), RESOURCE: RISK_BANDS.map(() => 0) };
  for (const { kind, score, n } of scores) bands[kind][bandOf(score)] = (bands[kind][bandOf(score)] ?? 0) + n;
  for (const kind of ['IDENTITY', 'RESOURCE'] as const) {
    const counts = JSON.stringify(bands[kind]);
    const reaching = kind === 'IDENTITY' ? JSON.stringify(outside) : null;
    await sql`
      insert into risk_day (tenant_id, day, kind, bands, outside) values (${tenantId}, ${day}, ${kind}, ${counts}::jsonb, ${reaching}::jsonb)
      on conflict (tenant_id, day, kind) do update set bands = excluded.bands, outside = excluded.outside`.execute(tx);
  }
  const state = await sql<{ revision: string }>`
    insert into risk_state (tenant_id, revision, head, scored_at, outside) values (${tenantId}, 1, ${head}, now(), ${JSON.stringify(outside)}::jsonb)
    on conflict (tenant_id) do update set revision = risk_state.revision + 1, head = excluded.head, scored_at = now(), outside = excluded.outside
    returning revision`.execute(tx);
  return {
    scored: scores.reduce((sum, { n }) => sum + n, 0),
    gone: rows.map(({ uri }) => uri),
    revision: Number(state.rows[0]?.revision),
  };
}
