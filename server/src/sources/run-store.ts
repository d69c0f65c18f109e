import { randomUUID } from 'node:crypto';
import type { AccountStatus, Phase, SourceMessage, SourceSnapshot } from '@cam/contracts/server';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../platform/db/database';
import { shownMessages, shownStatus } from './differing-facts';
import { findSource, timeOf, type StoredSource } from './store';
import type { SourceRunTable } from './tables';

/** Most runs stored per source, and most messages per run. */
const MOST_RUNS = 200;
const MOST_MESSAGES = 20;

/** The result of a run. */
export interface RunEnd {
  /** Null if the run gave no snapshot and the last good one stays. */
  taken: { at: Date; isChanged: boolean; entityCount: number } | null;
  /** Defaults to the values on the source. Set if the run left none there. */
  result?: { status: AccountStatus; reason: string; phase: Phase; messages: SourceMessage[] };
}

/** Adds a finished run to the history of its source and deletes the oldest runs beyond the limit. */
export async function recordRun(tx: Tx, tenantId: string, uid: string, { taken, result: said }: RunEnd): Promise<void> {
  const source = await findSource(tx, tenantId, uid);
  if (!source) return;
  const { status, reason, phase, messages } = said ?? { ...source, reason: source.status_reason };
  await tx
    .insertInto('source_run')
    .values({
      tenant_id: tenantId,
      run_id: randomUUID(),
      source_uid: uid,
      trigger: source.run_trigger ?? 'SCHEDULE',
      began_at: source.run_began_at,
      ended_at: new Date(),
      taken_at: taken?.at ?? null,
      status,
      status_reason: reason,
      phase,
      is_changed: taken?.isChanged ?? null,
      entity_count: taken?.entityCount ?? null,
      ...countsOf(messages),
      messages: JSON.stringify(messages.slice(0, MOST_MESSAGES)),
    })
    .execute();
  await sql`
    delete from source_run where tenant_id = ${tenantId} and source_uid = ${uid} and run_id in (
      select run_id from source_run where tenant_id = ${tenantId} and source_uid = ${uid} order by ended_at desc, run_id offset ${MOST_RUNS}
    )`.execute(tx);
}

export async function deleteRuns(tx: Tx, tenantId: string, uid: string): Promise<void> {
  await tx.deleteFrom('source_run').where('tenant_id', '=', tenantId).where('source_uid', '=', uid).execute();
}

export interface SnapshotFilter {
  /** Null for all sources. */
  uid: string | null;
  status: AccountStatus | null;
  /** Searched in the name and the id of the source. */
  search: string;
}

interface Page {
  offset: number;
  limit: number;
}

type JoinedRun = Omit<Selectable<SourceRunTable>, 'status' | 'status_reason' | 'phase' | 'messages'>;
type Joined = { [K in keyof JoinedRun]: JoinedRun[K] | null };

/** The status of a source as `shownStatus` returns it. */
const SHOWN_STATUS = sql`case when s.differing_facts is not null and s.status = 'ACCOUNT_STATUS_SUCCESS' then 'ACCOUNT_STATUS_WARNING' else s.status end`;

/** Returns each source with its last finished run, sorted by name. The progress call reports runs in progress. */
export async function listLastRuns(
  tx: Tx,
  tenantId: string,
  filter: SnapshotFilter,
  page: Page,
): Promise<{ snapshots: SourceSnapshot[]; total: number }> {
  const where = sql`s.tenant_id = ${tenantId} and not s.is_leaving and ${ofSource(filter)} and ${filter.status === null ? sql`true` : sql`${SHOWN_STATUS} = ${filter.status}`}`;
  const { rows } = await sql<StoredSource & Pick<Joined, 'run_id' | 'trigger' | 'began_at' | 'ended_at' | 'is_changed' | 'entity_count'>>`
    select s.*, r.run_id, r.trigger, r.began_at, r.ended_at, r.is_changed, r.entity_count from source s
    left join lateral (
      select * from source_run r where r.tenant_id = s.tenant_id and r.source_uid = s.uid order by r.ended_at desc, r.run_id limit 1
    ) r on true
    where ${where} order by s.account_name, s.uid limit ${page.limit} offset ${page.offset}`.execute(tx);
  const counted = await sql<{ n: number }>`select count(*)::int n from source s where ${where}`.execute(tx);
  const snapshots = rows.map((row) => {
    const messages = shownMessages(row);
    const { phase, last_snapshot_at: takenAt } = row;
    return { ...toSnapshot(row, row), snapshot_time: timeOf(takenAt), ...shownStatus(row), phase, ...countsOf(messages), messages };
  });
  return { snapshots, total: counted.rows[0]?.n ?? 0 };
}

/** Returns the runs of all sources, the latest first. */
export async function listRuns(
  tx: Tx,
  tenantId: string,
  filter: SnapshotFilter,
  page: Page,
): Promise<{ snapshots: SourceSnapshot[]; total: number }> {
  const from = sql`
    from source_run r join source s on s.tenant_id = r.tenant_id and s.uid = r.source_uid
    where r.tenant_id = ${tenantId} and not s.is_leaving and ${ofSource(filter)} and ${filter.status === null ? sql`true` : sql`r.status = ${filter.status}`}`;
  const { rows } = await sql<{ run: Selectable<SourceRunTable>; source: StoredSource }>`
    select to_jsonb(r) run, to_jsonb(s) source ${from} order by r.ended_at desc, r.run_id limit ${page.limit} offset ${page.offset}`.execute(tx);
  const counted = await sql<{ n: number }>`select count(*)::int n ${from}`.execute(tx);
  const snapshots = rows.map(({ run, source }) => {
    const { status, status_reason, phase, warning_count, error_count, messages, taken_at: takenAt } = run;
    const said = { status, status_reason, phase, warning_count, error_count, messages };
    return { ...toSnapshot(source, run), snapshot_time: timeOf(takenAt), ...said };
  });
  return { snapshots, total: counted.rows[0]?.n ?? 0 };
}

function ofSource({ uid, search }: SnapshotFilter) {
  const ofUid = uid === null ? sql`true` : sql`s.uid = ${uid}`;
  return search === '' ? ofUid : sql`${ofUid} and position(lower(${search}) in lower(s.account_name || ' ' || s.account_id)) > 0`;
}

type RunPart = Pick<Joined, 'run_id' | 'trigger' | 'began_at' | 'ended_at' | 'is_changed' | 'entity_count'>;

function toSnapshot(source: StoredSource, run: RunPart) {
  return {
    run_id: run.run_id ?? '',
    uid: source.uid,
    account_id: source.account_id,
    account_name: source.account_name,
    cloud_type: source.cloud_type as SourceSnapshot['cloud_type'],
    trigger: run.trigger,
    began_time: timeOf(run.began_at),
    ended_time: timeOf(run.ended_at),
    is_changed: run.is_changed,
    entity_count: run.entity_count,
    is_connected: source.connection_uid !== null,
    schedule: source.schedule,
    next_snapshot_time: timeOf(source.next_pull_at),
  };
}

function countsOf(messages: readonly SourceMessage[]): { warning_count: number; error_count: number } {
  const errors = messages.filter(({ type }) => type === 'ERROR').length;
  return { warning_count: messages.length - errors, error_count: errors };
}
