import type { Selectable } from 'kysely';
import { disableFlagOf, stageInWords, type RemoteChange, type RemoteId } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import type { FlagsService } from '../flags';
import { AUTOMATIC } from './auto-rollback';
import type { RemotePlanTable } from './tables';

type Dated = Omit<RemoteChange, 'at'> & { at: Date };

/** Returns the changes of a remote, newest first: releases and channels of the installation, and policies and flags of the tenant. */
export async function historyOf(db: Db, flags: FlagsService, tenantId: string, id: RemoteId, limit: number): Promise<RemoteChange[]> {
  const changes = [...(await installationChanges(db, id, limit)), ...(await policyChanges(db, tenantId, id, limit))];
  const flag = disableFlagOf(id);
  for (const { value, by, at } of flag === null ? [] : await flags.changes(tenantId, flag, limit))
    changes.push({ at, by, scope: 'tenant', kind: 'flag', what: `${flag} was turned ${value ? 'on' : 'off'}.`, reason: '' });
  return changes
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit)
    .map((change) => ({ ...change, at: change.at.toISOString() }));
}

function installationChanges(db: Db, id: RemoteId, limit: number): Promise<Dated[]> {
  return db.system(async (tx) => {
    const releases = await tx
      .selectFrom('remote_release')
      .select(['version', 'published_at', 'published_by'])
      .where('remote_id', '=', id)
      .orderBy('release_number', 'desc')
      .limit(limit)
      .execute();
    const moves = await tx
      .selectFrom('remote_channel_move')
      .selectAll()
      .where('remote_id', '=', id)
      .orderBy('move_number', 'desc')
      .limit(limit)
      .execute();
    const plans = await tx.selectFrom('remote_plan').selectAll().where('remote_id', '=', id).orderBy('plan_number', 'desc').limit(limit).execute();
    const pruned = await tx.selectFrom('remote_pruned').selectAll().where('remote_id', '=', id).orderBy('pruned_at', 'desc').limit(limit).execute();
    return [
      ...pruned.map(({ version, pruned_at, pruned_by }): Dated => ({
        at: new Date(pruned_at),
        by: pruned_by,
        scope: 'installation',
        kind: 'published',
        what: `Release ${version} was removed.`,
        reason: '',
      })),
      ...plans.flatMap(planChanges),
      ...releases.map(({ version, published_at, published_by }): Dated => ({
        at: new Date(published_at),
        by: published_by,
        scope: 'installation',
        kind: 'published',
        what: `Release ${version} was published.`,
        reason: '',
      })),
      ...moves.map(({ channel, version, from_version, rollout_ring: ring, rollout_percent: percent, moved_at, moved_by, reason }): Dated => ({
        at: new Date(moved_at),
        by: moved_by,
        scope: 'installation',
        kind: 'channel',
        what: `The ${channel} channel moved ${from_version ? `from ${from_version} ` : ''}to ${version}${ring && percent ? ` for ${stageInWords({ ring, percent })}` : ''}.`,
        reason,
      })),
    ];
  });
}

/** Returns a request for a move, and the decision on it. */
function planChanges(plan: Selectable<RemotePlanTable>): Dated[] {
  const { channel, version, due_at, requested_at, requested_by, decided_at, decided_by, reason, note, state } = plan;
  const [due, requested] = [new Date(due_at), new Date(requested_at)];
  const move = `A move of the ${channel} channel to ${version}`;
  const at = due > requested ? ` for ${due.toISOString()}` : '';
  const common = { scope: 'installation', kind: 'channel' } as const;
  const changes: Dated[] = [{ ...common, at: requested, by: requested_by, what: `${move} was requested${at}.`, reason }];
  const decision = state === 'declined' || state === 'cancelled' ? state : 'approved';
  if (decided_at !== null && decided_by !== null)
    changes.push({ ...common, at: new Date(decided_at), by: decided_by, what: `${move} was ${decision}.`, reason: state === 'failed' ? '' : note });
  if (state === 'failed') changes.push({ ...common, at: due, by: AUTOMATIC, what: `${move} was not made.`, reason: note });
  return changes;
}

function policyChanges(db: Db, tenantId: string, id: RemoteId, limit: number): Promise<Dated[]> {
  return db.tenant(tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('remote_policy_change')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('remote_id', '=', id)
      .orderBy('change_number', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ enabled, pin, channel, canary_percent, signed_only, changed_at, changed_by, reason }): Dated => ({
      at: new Date(changed_at),
      by: changed_by,
      scope: 'tenant',
      kind: 'policy',
      what: policyInWords({ enabled, pin, channel, canaryPercent: canary_percent, signedOnly: signed_only }),
      reason,
    }));
  });
}

/** Returns a tenant's policy as one sentence. */
export function policyInWords(policy: { enabled: boolean; pin: string | null; channel: string; canaryPercent: number; signedOnly: boolean }): string {
  if (!policy.enabled) return 'It is turned off for this tenant.';
  const signed = policy.signedOnly ? ' Only signed releases run.' : '';
  if (policy.pin !== null) return `It is on and pinned to ${policy.pin}.${signed}`;
  const share = policy.canaryPercent > 0 && policy.channel !== 'canary' ? `, with ${policy.canaryPercent} % of the users on canary` : '';
  return `It is on and follows the ${policy.channel} channel${share}.${signed}`;
}
