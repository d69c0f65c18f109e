import type { RemoteId } from '@cam/contracts/server';
import { isMeasured, type Health } from './health';
import type { Catalogue } from './release';

/** The author of automatic changes in the history. */
export const AUTOMATIC = 'CAM';

/** How many times as often as the release before a release must fail. Otherwise the cause is probably not the release. */
const TIMES_WORSE = 2;

/** A move of the stable channel back to a release that works. */
export interface AutomaticRollback {
  id: RemoteId;
  version: string;
  etag: string;
  reason: string;
}

/**
 * Decides whether the stable channel leaves a broken release by itself: it points at it, and users had fewer failures with the release before.
 * @param all the health of every release that failed somewhere
 */
export function automaticRollback({ releases, channels }: Catalogue, broken: Health, all: readonly Health[]): AutomaticRollback | null {
  const { id, version } = broken;
  const pointer = channels.get(id)?.stable;
  const list = releases.get(id) ?? [];
  const current = list.find((release) => release.version === version);
  if (pointer?.version !== version || !current) return null;
  const before = pointer.rollout
    ? list.find((release) => release.version === pointer.rollout?.from)
    : list.find((release) => release.number < current.number && release.wasStable && !release.isUnfit);
  if (!before) return null;
  const earlier = all.find((health) => health.id === id && health.version === before.version);
  if (earlier && isMeasured(earlier) && shareOf(earlier) * TIMES_WORSE > shareOf(broken)) return null;
  const reason = `${version} was rolled back automatically. It failed for ${usersOf(broken)}; ${before.version} failed for ${earlier ? usersOf(earlier) : 'nobody'}.`;
  return { id, version: before.version, etag: pointer.etag, reason };
}

function shareOf({ days, troubledDays }: Health): number {
  return days === 0 ? 0 : troubledDays / days;
}

function usersOf(health: Health): string {
  const { troubledUsers } = health;
  return `${troubledUsers} ${troubledUsers === 1 ? 'user' : 'users'}, on ${Math.round(100 * shareOf(health))} % of all days of its users`;
}
