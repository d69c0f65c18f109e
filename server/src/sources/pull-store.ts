import { nextSnapshot, type AccountStatus, type Phase, type RunTrigger, type SnapshotSchedule, type SourceMessage } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database';
import { recordRun } from './run-store';
import { begun, findSource } from './store';
import type { PulledParts } from './tables';

/** Tells the pull that is at work on a source from one that was overtaken or ended. */
export interface PullKey {
  uid: string;
  pullId: string;
}

/** Begins a pull; false where one, or an import, is under way. */
export async function queuePull(tx: Tx, tenantId: string, { uid, pullId }: PullKey, trigger: RunTrigger): Promise<boolean> {
  const result = await tx
    .updateTable('source')
    .set({ pull_id: pullId, phase: 'PHASE_QUEUED', progress: 0, import_id: null, next_pull_at: null, ...begun(trigger) })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('connection_uid', 'is not', null)
    .where('pull_id', 'is', null)
    .where('progress', '>=', 100)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** When the staging area was begun: now, unless what lies in it is to be gone on with. */
export async function beginStaging(tx: Tx, tenantId: string, key: PullKey, began: Date): Promise<boolean> {
  return changed(ofPull(tx, tenantId, key).set({ pull_began_at: began }));
}

/** Writes how far a pull is; the progress never goes back. False where the pull was overtaken, reset, or its source deleted. */
export async function changePull(tx: Tx, tenantId: string, key: PullKey, step: { phase: Phase; progress: number }): Promise<boolean> {
  const { phase, progress } = step;
  return changed(ofPull(tx, tenantId, key).set({ phase, progress: sql<number>`greatest(progress, ${progress}::real)` }));
}

/** The pull is whole: its files are the bundle that is to be imported. */
export async function handOver(
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
    next_pull_at: await dueAfter(tx, tenantId, key.uid),
    phase: 'PHASE_BUILD_GRAPH' as const,
    progress: bundle.progress,
  };
  return changed(ofPull(tx, tenantId, key).set(change));
}

export interface FailedPull {
  phase: Phase;
  status: AccountStatus;
  reason: string;
  messages: SourceMessage[];
  /** When it is tried again, unless snapshots are never taken by themselves. */
  again: Date;
}

/** The pull gave no bundle; the last good snapshot stays. */
export async function failPull(tx: Tx, tenantId: string, key: PullKey, { reason, messages, again, ...rest }: FailedPull): Promise<boolean> {
  const due = await dueAfter(tx, tenantId, key.uid);
  const next = due === null || due < again ? due : again;
  const change = { ...rest, progress: 100, status_reason: reason, messages: JSON.stringify(messages), pull_id: null, next_pull_at: next };
  const isOurs = await changed(ofPull(tx, tenantId, key).set(change));
  if (isOurs) await recordRun(tx, tenantId, key.uid, { taken: null });
  return isOurs;
}

/** Ends whatever is under way. False where the source does not exist (any more). */
export async function resetSource(tx: Tx, tenantId: string, uid: string): Promise<boolean> {
  const source = await findSource(tx, tenantId, uid);
  if (!source) return false;
  const { phase, progress, connection_uid: connection } = source;
  if (progress >= 100) return true;
  const reason = 'Somebody ended the run before it was whole.';
  await recordRun(tx, tenantId, uid, { taken: null, said: { status: 'ACCOUNT_STATUS_UNKNOWN', reason, phase, messages: [] } });
  const next = connection === null ? null : await dueAfter(tx, tenantId, uid);
  const change = { pull_id: null, import_id: null, phase: 'PHASE_DONE' as const, progress: 100, next_pull_at: next };
  return changed(tx.updateTable('source').set(change).where('tenant_id', '=', tenantId).where('uid', '=', uid));
}

/** When snapshots of a source are taken. */
export interface Scheduled {
  uid: string;
  account_name: string;
  /** Null: once a day. */
  schedule: SnapshotSchedule | null;
}

/**
 * Says when snapshots of connected sources are taken; those that are under way come first. Answers with how it was. Null where one of them is not there or
 * not connected.
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

/** When the next snapshot is due after one that ends now. */
async function dueAfter(tx: Tx, tenantId: string, uid: string): Promise<Date | null> {
  return nextSnapshot((await findSource(tx, tenantId, uid))?.schedule ?? null, new Date());
}

/** Sources whose pull is due; the first one of a source comes of its connection. */
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

function ofPull(tx: Tx, tenantId: string, { uid, pullId }: PullKey) {
  return tx.updateTable('source').where('tenant_id', '=', tenantId).where('uid', '=', uid).where('pull_id', '=', pullId);
}

async function changed(update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
