import type { Channel, DeliveryRules, RemoteId } from '@cam/contracts/server';
import type { Catalogue } from './release';

/** A freeze window that is open. */
export interface OpenFreeze {
  endsAt: Date;
  reason: string;
}

/** The facts that can hold a release back. */
export interface DeliveryState {
  rules: DeliveryRules;
  /** Open freeze windows of the remote. */
  freezes: readonly OpenFreeze[];
  /** The staging channel pointed at the release once. */
  wasStaged: boolean;
  isApproved: boolean;
}

/** The reason why a channel does not move now. */
export interface Hold {
  code: 'APPROVAL_REQUIRED' | 'CHANNEL_FROZEN' | 'PROMOTION_REQUIRED';
  problem: string;
}

interface WantedMove {
  id: RemoteId;
  channel: Channel;
  version: string;
}

/** Reports whether a move takes a release back. Nothing holds that: it is the way out of trouble. */
export function isRollback({ releases, channels }: Catalogue, { id, channel, version }: WantedMove): boolean {
  const pointer = channels.get(id)?.[channel];
  if (pointer?.rollout?.from === version) return true;
  const find = (wanted: string | undefined) => releases.get(id)?.find((release) => release.version === wanted);
  const [current, target] = [find(pointer?.version), find(version)];
  if (!current || !target || target.number >= current.number) return false;
  return channel !== 'stable' || target.wasStable;
}

/** Returns what holds a move of a channel back; null if it may happen now. */
export function holdOf(catalogue: Catalogue, move: WantedMove, { rules, freezes, wasStaged, isApproved }: DeliveryState): Hold | null {
  const { id, channel, version } = move;
  if (channel === 'staging' || isRollback(catalogue, move)) return null;
  if (channel === 'stable' && rules.staging && !wasStaged)
    return {
      code: 'PROMOTION_REQUIRED',
      problem: `The delivery rules of ${id} require staging first. Point the staging channel at ${version}, test it there, and then promote it.`,
    };
  const isNew = catalogue.channels.get(id)?.[channel]?.version !== version;
  if (channel === 'stable' && rules.approval && isNew && !isApproved)
    return {
      code: 'APPROVAL_REQUIRED',
      problem: `The delivery rules of ${id} require an approval. Plan the move, and let another operator approve it.`,
    };
  const last = freezes.reduce<OpenFreeze | null>((latest, freeze) => (latest && latest.endsAt >= freeze.endsAt ? latest : freeze), null);
  if (last)
    return {
      code: 'CHANNEL_FROZEN',
      problem: `A freeze window holds ${id} until ${last.endsAt.toISOString()}: ${last.reason}. Plan the move for later, or end the window. Rollbacks are possible.`,
    };
  return null;
}
