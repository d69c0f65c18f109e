import type { AccountStatus, Phase, SourceMessage } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../db/database';
import type { PulledParts } from './tables';

/** Tells the pull that is at work on a source from one that was overtaken or ended. */
export interface PullKey {
  uid: string;
  pullId: string;
}

/** Begins a pull; false where one, or an import, is under way. */
export async function queuePull(tx: Tx, tenantId: string, { uid, pullId }: PullKey): Promise<boolean> {
  const result = await tx
    .updateTable('source')
    .set({ pull_id: pullId, phase: 'PHASE_QUEUED', progress: 0, import_id: null, next_pull_at: null })
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
  bundle: { name: string; takenAt: Date; pulled: PulledParts; progress: number; next: Date },
) {
  const change = {
    pull_id: null,
    pull_began_at: null,
    bundle: bundle.name,
    bundle_taken_at: bundle.takenAt,
    import_id: null,
    pulled: JSON.stringify(bundle.pulled),
    next_pull_at: bundle.next,
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
  next: Date;
}

/** The pull gave no bundle; the last good snapshot stays. */
export async function failPull(tx: Tx, tenantId: string, key: PullKey, { reason, messages, next, ...rest }: FailedPull): Promise<boolean> {
  const change = { ...rest, progress: 100, status_reason: reason, messages: JSON.stringify(messages), pull_id: null, next_pull_at: next };
  return changed(ofPull(tx, tenantId, key).set(change));
}

/** Ends whatever is under way. */
export async function resetSource(tx: Tx, tenantId: string, uid: string): Promise<boolean> {
  const change = { pull_id: null, import_id: null, phase: 'PHASE_DONE' as const, progress: 100 };
  return changed(tx.updateTable('source').set(change).where('tenant_id', '=', tenantId).where('uid', '=', uid));
}

/** Uids of sources whose pull is due. */
export async function duePulls(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('source')
    .select('uid')
    .where('tenant_id', '=', tenantId)
    .where('next_pull_at', '<=', now)
    .orderBy('next_pull_at')
    .execute();
  return rows.map(({ uid }) => uid);
}

function ofPull(tx: Tx, tenantId: string, { uid, pullId }: PullKey) {
  return tx.updateTable('source').where('tenant_id', '=', tenantId).where('uid', '=', uid).where('pull_id', '=', pullId);
}

async function changed(update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
