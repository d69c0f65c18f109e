import { nextSnapshot, type AccountStatus, type Phase, type RunTrigger, type SnapshotSchedule, type SourceMessage } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database';
import { recordRun } from './run-store';
import { runStarted, findSource } from './store';
import type { PulledParts } from './tables';

/** Identifies the current pull of a source, so that a replaced or finished pull changes nothing. */
export interface PullKey {
  uid: string;
  pullId: string;
}

/**
 * Queues a pull. Returns false if a pull or an import of the source is running.
 * @param isAnew the pull reads everything itself, and uses no files that a failed pull left
 */
export async function queuePull(
  tx: Tx,
  tenantId: string,
  { uid, pullId }: PullKey,
  trigger: RunTrigger,
  { isAnew = false }: { isAnew?: boolean } = {},
): Promise<boolean> {
  const queued = { pull_id: pullId, phase: 'PHASE_QUEUED' as const, progress: 0, import_id: null, next_pull_at: null, ...runStarted(trigger) };
  const result = await tx
    .updateTable('source')
    .set({ ...queued, ...(isAnew ? { pull_began_at: null } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('connection_uid', 'is not', null)
    .where('pull_id', 'is', null)
    .where('progress', '>=', 100)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Makes a pull due at once. If a run is in progress, the pull follows it. The time of the next pull is unset while a source is pulled, so the pull that
 * ends finds the request.
 */
export async function requestPull(tx: Tx, tenantId: string, uid: string): Promise<void> {
  await tx
    .updateTable('source')
    .set({ next_pull_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('connection_uid', 'is not', null)
    .where('is_leaving', '=', false)
    .execute();
}

/** Returns the time of the next pull: the given one, or an earlier one that a request during the run set. */
function nextOrRequested(next: Date | null) {
  return sql<Date | null>`least(next_pull_at, ${next}::timestamptz)`;
}

/** Keeps the staged files of a run for the next pull, unless a request during the run needs facts that are read after it. */
function stagedUnlessRequested() {
  return sql<Date | null>`case when next_pull_at is null then pull_began_at end`;
}

/** Stores when the staging area was started. Returns false if the pull was replaced. */
export async function beginStaging(tx: Tx, tenantId: string, key: PullKey, began: Date): Promise<boolean> {
  return changed(updatePull(tx, tenantId, key).set({ pull_began_at: began }));
}

/** Stores the progress of a pull, which never decreases. Returns false if the pull was replaced or reset, or its source deleted. */
export async function changePull(tx: Tx, tenantId: string, key: PullKey, step: { phase: Phase; progress: number }): Promise<boolean> {
  const { phase, progress } = step;
  return changed(updatePull(tx, tenantId, key).set({ phase, progress: sql<number>`greatest(progress, ${progress}::real)` }));
}

/** Ends a complete pull and makes its files the bundle to import. Returns false if the pull was replaced. */
export async function completePull(
  tx: Tx,
  tenantId: string,
  key: PullKey,
  bundle: { name: string; takenAt: Date; pulled: PulledParts; progress: number },
): Promise<boolean> {
  const change = {
    pull_id: null,
    pull_began_at: null,
    bundle: bundle.name,
    bundle_taken_at: bundle.takenAt,
    import_id: null,
    pulled: JSON.stringify(bundle.pulled),
    next_pull_at: nextOrRequested(await dueAfter(tx, tenantId, key.uid)),
    phase: 'PHASE_BUILD_GRAPH' as const,
    progress: bundle.progress,
  };
  return changed(updatePull(tx, tenantId, key).set(change));
}

export interface FailedPull {
  phase: Phase;
  status: AccountStatus;
  reason: string;
  messages: SourceMessage[];
  /** Time of the next attempt, unless the schedule is off. */
  again: Date;
}

/** Ends a failed pull. The last good snapshot stays. Returns false if the pull was replaced. */
export async function failPull(tx: Tx, tenantId: string, key: PullKey, { reason, messages, again, ...rest }: FailedPull): Promise<boolean> {
  const due = await dueAfter(tx, tenantId, key.uid);
  const next = due === null || due < again ? due : again;
  const change = {
    ...{ ...rest, progress: 100, status_reason: reason, messages: JSON.stringify(messages), pull_id: null },
    ...{ next_pull_at: nextOrRequested(next), pull_began_at: stagedUnlessRequested() },
  };
  const isOurs = await changed(updatePull(tx, tenantId, key).set(change));
  if (isOurs) await recordRun(tx, tenantId, key.uid, { taken: null });
  return isOurs;
}

/** Ends the current run of a source. Returns false if the source does not exist. */
export async function resetSource(tx: Tx, tenantId: string, uid: string): Promise<boolean> {
  const source = await findSource(tx, tenantId, uid);
  if (!source) return false;
  const { phase, progress, connection_uid: connection } = source;
  if (progress >= 100) return true;
  const reason = 'A user reset the source before the run was complete.';
  await recordRun(tx, tenantId, uid, { taken: null, result: { status: 'ACCOUNT_STATUS_UNKNOWN', reason, phase, messages: [] } });
  const next = connection === null ? null : await dueAfter(tx, tenantId, uid);
  const change = {
    ...{ pull_id: null, import_id: null, phase: 'PHASE_DONE' as const, progress: 100 },
    ...{ next_pull_at: nextOrRequested(next), pull_began_at: stagedUnlessRequested() },
  };
  return changed(tx.updateTable('source').set(change).where('tenant_id', '=', tenantId).where('uid', '=', uid));
}

/** The snapshot schedule of a source. */
export interface Scheduled {
  uid: string;
  account_name: string;
  /** Null: once a day. */
  schedule: SnapshotSchedule | null;
}

/**
 * Sets the schedule of connected sources. Running pulls finish first.
 * @returns the previous schedules, or null if a source does not exist or is not connected
 */
export async function scheduleSources(
  tx: Tx,
  tenantId: string,
  uids: readonly string[],
  schedule: SnapshotSchedule | null,
): Promise<Scheduled[] | null> {
  const wanted = [...new Set(uids)];
  const connected = tx.updateTable('source').where('tenant_id', '=', tenantId).where('uid', 'in', wanted).where('connection_uid', 'is not', null);
  const before = await tx
    .selectFrom('source')
    .select(['uid', 'account_name', 'schedule'])
    .where('tenant_id', '=', tenantId)
    .where('uid', 'in', wanted)
    .where('connection_uid', 'is not', null)
    .orderBy('account_name')
    .orderBy('uid')
    .forUpdate()
    .execute();
  if (before.length < wanted.length) return null;
  await connected.set({ schedule: schedule && JSON.stringify(schedule) }).execute();
  await connected
    .where('pull_id', 'is', null)
    .set({ next_pull_at: nextSnapshot(schedule, new Date()) })
    .execute();
  return before;
}

/** Returns when the next snapshot is due after a run that ends now. */
async function dueAfter(tx: Tx, tenantId: string, uid: string): Promise<Date | null> {
  return nextSnapshot((await findSource(tx, tenantId, uid))?.schedule ?? null, new Date());
}

/** Returns the sources whose pull is due. The trigger of a source's first pull is its connection. */
export async function duePulls(tx: Tx, tenantId: string, now: Date): Promise<{ uid: string; trigger: RunTrigger }[]> {
  const rows = await tx
    .selectFrom('source')
    .select(['uid', sql<boolean>`pulled is null`.as('is_first')])
    .where('tenant_id', '=', tenantId)
    .where('next_pull_at', '<=', now)
    .orderBy('next_pull_at')
    .execute();
  return rows.map(({ uid, is_first: isFirst }) => ({ uid, trigger: isFirst ? 'CONNECTION' : 'SCHEDULE' }));
}

function updatePull(tx: Tx, tenantId: string, { uid, pullId }: PullKey) {
  return tx.updateTable('source').where('tenant_id', '=', tenantId).where('uid', '=', uid).where('pull_id', '=', pullId);
}

async function changed(update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
