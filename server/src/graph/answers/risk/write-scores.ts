import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { OutsideCount, RiskKind } from '../../store/risk-rows';
import type { ScoreRow } from './store';

const FIELDS = ['entity_id', 'uri', 'kind', 'type', 'account_id', 'name', 'tier', 'score', 'factors', 'control', 'digest'] as const;
/** Columns that a later score of the same day replaces. */
const FACTS = FIELDS.slice(1);

/** Columns by which two scores are compared where a digest is missing. */
const COMPARED = FIELDS.filter((name) => name !== 'entity_id' && name !== 'digest');

interface KnownScore {
  from_day: string;
  digest: string | null;
}

/**
 * Writes scores of a day. A changed score ends the row of an earlier day, so the history has one row for each span of equal scores, and at
 * most one for a day. Only rows that changed are sent to the database.
 * @param day YYYY-MM-DD, UTC
 * @returns the number of rows that changed
 */
export async function writeScores(tx: Tx, tenantId: string, day: string, rows: readonly ScoreRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  let known = await readKnown(tx, tenantId, rows);
  const given = rows.map((row) => ({ ...row, digest: digestOf(row) }));
  if ([...known.values()].some(({ digest }) => digest === null)) {
    await addDigests(tx, tenantId, given);
    known = await readKnown(tx, tenantId, rows);
  }
  const changed = given.filter(({ entity_id: id, digest }) => known.get(id)?.digest !== digest);
  if (changed.length === 0) return 0;
  const ended = changed.flatMap(({ entity_id: id }) => ((known.get(id)?.from_day ?? day) < day ? [id] : []));
  await sql`
    update risk_score set to_day = ${day} where tenant_id = ${tenantId} and to_day is null and entity_id = any(${ended}::text[])`.execute(tx);
  await sql`
    insert into risk_score (tenant_id, from_day, ${names(FIELDS)})
    select ${tenantId}, ${day}, ${names(FIELDS)} from ${asRecords(changed)} n
    on conflict (tenant_id, entity_id, from_day) do update set ${sql.join(FACTS.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}, to_day = null`.execute(
    tx,
  );
  return changed.length;
}

/** Returns the current scores of the entities of these rows. */
async function readKnown(tx: Tx, tenantId: string, rows: readonly ScoreRow[]): Promise<Map<string, KnownScore>> {
  const ids = rows.map(({ entity_id: id }) => id);
  const { rows: known } = await sql<KnownScore & { entity_id: string }>`
    select k.entity_id, k.from_day, k.digest from risk_score k
    where k.tenant_id = ${tenantId} and k.to_day is null and k.entity_id = any(${ids}::text[])`.execute(tx);
  return new Map(known.map(({ entity_id: id, ...one }) => [id, one]));
}

/** Adds the digest to rows that an earlier release wrote and that are still true. */
async function addDigests(tx: Tx, tenantId: string, given: readonly object[]): Promise<void> {
  const compared = (alias: string) => sql.join(COMPARED.map((name) => sql.ref(`${alias}.${name}`)));
  await sql`
    update risk_score k set digest = n.digest from ${asRecords(given)} n
    where k.tenant_id = ${tenantId} and k.to_day is null and k.digest is null and k.entity_id = n.entity_id
      and (${compared('k')}) is not distinct from (${compared('n')})`.execute(tx);
}

function asRecords(rows: readonly object[]) {
  return sql`json_populate_recordset(null::risk_score, ${JSON.stringify(rows)}::json)`;
}

function names(columns: readonly string[]) {
  return sql.join(columns.map((name) => sql.ref(name)));
}

function digestOf(row: ScoreRow): string {
  return createHash('sha256')
    .update(`[${COMPARED.map((name) => textOf(row[name])).join(',')}]`)
    .digest('base64url');
}

/** Resources of a class share their factors, so the text of an object is kept with it. */
const texts = new WeakMap<object, string>();

function textOf(value: ScoreRow[(typeof COMPARED)[number]]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** Ends the scores of entities that are gone, and completes a scoring: the state and the bands of the day. */
export async function completeScoring(
  tx: Tx,
  tenantId: string,
  day: string,
  { head, outside, bands }: { head: number; outside: readonly OutsideCount[]; bands: Readonly<Record<RiskKind, number[]>> },
): Promise<void> {
  const { rows } = await sql<{ entity_id: string }>`
    select k.entity_id from risk_score k where k.tenant_id = ${tenantId} and k.to_day is null and not exists (
      select 1 from graph_entity e where e.tenant_id = k.tenant_id and e.entity_id = k.entity_id and e.valid_to is null)`.execute(tx);
  const gone = sql`tenant_id = ${tenantId} and to_day is null and entity_id = any(${rows.map(({ entity_id: id }) => id)}::text[])`;
  await sql`delete from risk_score where ${gone} and from_day = ${day}`.execute(tx);
  await sql`update risk_score set to_day = ${day} where ${gone}`.execute(tx);
  for (const kind of ['IDENTITY', 'RESOURCE'] as const) {
    const counts = JSON.stringify(bands[kind]);
    const reaching = kind === 'IDENTITY' ? JSON.stringify(outside) : null;
    await sql`
      insert into risk_day (tenant_id, day, kind, bands, outside) values (${tenantId}, ${day}, ${kind}, ${counts}::jsonb, ${reaching}::jsonb)
      on conflict (tenant_id, day, kind) do update set bands = excluded.bands, outside = excluded.outside`.execute(tx);
  }
  await sql`
    insert into risk_state (tenant_id, revision, head, scored_at, outside) values (${tenantId}, 1, ${head}, now(), ${JSON.stringify(outside)}::jsonb)
    on conflict (tenant_id) do update set revision = risk_state.revision + 1, head = excluded.head, scored_at = now(), outside = excluded.outside`.execute(
    tx,
  );
}
