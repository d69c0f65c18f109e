import { createHash } from 'node:crypto';
import type { RemoteId, Ring, RolloutStage } from '@cam/contracts/server';

/** A release that only some users get. */
export interface Rollout extends RolloutStage {
  /** The release of all other users. */
  from: string;
}

/** A user, as rollouts see one. */
export interface RolloutUser {
  tenantId: string;
  email: string;
  ring: Ring;
}

/**
 * Reports whether a user gets the new release. In the early ring, a share of the users of early tenants gets it. In the ring of all, every user of early tenants
 * gets it, and a share of all others.
 */
export function isIncluded(id: RemoteId, { ring, percent }: RolloutStage, user: RolloutUser): boolean {
  if (ring === 'all' && user.ring === 'early') return true;
  if (ring === 'early' && user.ring === 'all') return false;
  return shareOf(`${id}/rollout`, user) < percent;
}

/** Returns 0 to 99, constant for a user and a key: a share of 20 % includes the users of a share of 10 %. */
export function shareOf(key: string, { tenantId, email }: { tenantId: string; email: string }): number {
  return createHash('sha256').update(`${tenantId}\0${email}\0${key}`).digest().readUInt32BE(0) % 100;
}

/** Returns the stage that a move asks for; null if all users get the release. */
export function stageOf(stage: RolloutStage | undefined): RolloutStage | null {
  return !stage || (stage.ring === 'all' && stage.percent === 100) ? null : stage;
}
