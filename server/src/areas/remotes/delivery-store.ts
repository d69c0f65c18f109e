import type { Selectable } from 'kysely';
import type { DeliveryRules, Freeze, PlannedMove, RemoteId } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { OpenFreeze } from './delivery-rules';
import type { RemoteFreezeTable, RemotePlanTable } from './tables';

/** Plans that are over, in a list. */
const LISTED_OVER = 20;

const OPEN = ['approval', 'scheduled'] as const;

/** The rules of a remote whose team set none. */
export const NO_RULES: DeliveryRules = { approval: false, staging: false };

export async function readRules(tx: Tx, id: RemoteId): Promise<DeliveryRules> {
  const row = await tx.selectFrom('remote_delivery').select(['approval', 'staging']).where('remote_id', '=', id).executeTakeFirst();
  return row ?? NO_RULES;
}

/** Returns the rules of all remotes that have some. */
export async function readAllRules(tx: Tx): Promise<Map<RemoteId, DeliveryRules>> {
  const rows = await tx.selectFrom('remote_delivery').select(['remote_id', 'approval', 'staging']).execute();
  return new Map(rows.map(({ remote_id, ...rules }) => [remote_id, rules]));
}

export async function writeRules(tx: Tx, id: RemoteId, rules: DeliveryRules, by: string): Promise<void> {
  const row = { ...rules, changed_by: by, changed_at: new Date() };
  await tx
    .insertInto('remote_delivery')
    .values({ remote_id: id, ...row })
    .onConflict((conflict) => conflict.column('remote_id').doUpdateSet(row))
    .execute();
}

/** Returns the freeze windows that are not over, the next to start first. */
export async function readFreezes(tx: Tx, now: Date): Promise<Freeze[]> {
  const rows = await tx.selectFrom('remote_freeze').selectAll().where('ends_at', '>', now).orderBy('starts_at').orderBy('freeze_id').execute();
  return rows.map(toFreeze);
}

/** Returns the freeze windows of a remote that are open. */
export async function readOpenFreezes(tx: Tx, id: RemoteId, now: Date): Promise<OpenFreeze[]> {
  const rows = await tx
    .selectFrom('remote_freeze')
    .select(['ends_at', 'reason'])
    .where((is) => is.or([is('remote_id', 'is', null), is('remote_id', '=', id)]))
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute();
  return rows.map(({ ends_at, reason }) => ({ endsAt: new Date(ends_at), reason }));
}

export async function insertFreeze(tx: Tx, freeze: Freeze): Promise<void> {
  const { id, ...row } = freeze;
  await tx
    .insertInto('remote_freeze')
    .values({ remote_id: id, ...row, created_at: new Date() })
    .execute();
}

/** Removes a freeze window. @returns it; null if there is none */
export async function deleteFreeze(tx: Tx, freezeId: string): Promise<Freeze | null> {
  const row = await tx.deleteFrom('remote_freeze').where('freeze_id', '=', freezeId).returningAll().executeTakeFirst();
  return row ? toFreeze(row) : null;
}

/** Returns the planned moves of a remote, or of all: open ones first, then the last that are over. */
export async function readPlans(tx: Tx, id: RemoteId): Promise<PlannedMove[]> {
  const over = await tx
    .selectFrom('remote_plan')
    .selectAll()
    .where('remote_id', '=', id)
    .where('state', 'not in', OPEN)
    .orderBy('plan_number', 'desc')
    .limit(LISTED_OVER)
    .execute();
  return [...(await readOpenPlans(tx)).filter((plan) => plan.id === id), ...over.map(toPlan)];
}

/** Returns the planned moves of all remotes that wait, the next first. */
export async function readOpenPlans(tx: Tx): Promise<PlannedMove[]> {
  const rows = await tx.selectFrom('remote_plan').selectAll().where('state', 'in', OPEN).orderBy('due_at').orderBy('plan_number').execute();
  return rows.map(toPlan);
}

/** Returns a plan and keeps others from changing it until the transaction ends; null if another transaction has it or it does not exist. */
export async function lockPlan(tx: Tx, planId: string, { wait }: { wait: boolean }): Promise<PlannedMove | null> {
  const query = tx.selectFrom('remote_plan').selectAll().where('plan_id', '=', planId).forUpdate();
  const row = await (wait ? query : query.skipLocked()).executeTakeFirst();
  return row ? toPlan(row) : null;
}

export async function insertPlan(tx: Tx, { id, rollout, at, requested_at, ...plan }: PlannedMove): Promise<void> {
  await tx
    .insertInto('remote_plan')
    .values({
      ...plan,
      remote_id: id,
      rollout_ring: rollout?.ring ?? null,
      rollout_percent: rollout?.percent ?? null,
      due_at: new Date(at),
      requested_at: new Date(requested_at),
    })
    .execute();
}

/** Sets the state of a plan. @returns the plan after the change */
export async function updatePlan(tx: Tx, planId: string, change: Partial<Pick<PlannedMove, 'state' | 'decided_by' | 'note'>>): Promise<PlannedMove> {
  const row = await tx
    .updateTable('remote_plan')
    .set({ ...change, ...(change.decided_by ? { decided_at: new Date() } : {}) })
    .where('plan_id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPlan(row);
}

/** Returns the versions that the channel got since a time, with the version before each. */
export async function movesSince(tx: Tx, { id, channel, requested_at }: PlannedMove): Promise<{ version: string; from: string | null }[]> {
  const rows = await tx
    .selectFrom('remote_channel_move')
    .select(['version', 'from_version'])
    .where((is) => is.and({ remote_id: id, channel }))
    .where('moved_at', '>', new Date(requested_at))
    .execute();
  return rows.map(({ version, from_version }) => ({ version, from: from_version }));
}

function toFreeze({ remote_id, starts_at, ends_at, ...row }: Selectable<RemoteFreezeTable>): Freeze {
  const { freeze_id, reason, created_by } = row;
  return { freeze_id, id: remote_id, starts_at: iso(starts_at), ends_at: iso(ends_at), reason, created_by };
}

function toPlan(row: Selectable<RemotePlanTable>): PlannedMove {
  const { plan_id, remote_id, channel, version, rollout_ring: ring, rollout_percent: percent, reason, requested_by, state, decided_by, note } = row;
  const rollout = ring !== null && percent !== null ? { ring, percent } : null;
  const times = { at: iso(row.due_at), requested_at: iso(row.requested_at) };
  return { plan_id, id: remote_id, channel, version, rollout, reason, requested_by, state, decided_by, note, ...times };
}

function iso(time: Date | string): string {
  return new Date(time).toISOString();
}
