import { stageInWords, type RemoteOperation } from '@cam/contracts';
import { formatCount } from '@cam/ui';

/** Describes the source of an area's version: a pinned release or a channel. */
export function versionSource({ policy }: RemoteOperation): string {
  if (policy.pin !== null) return `Pinned to ${policy.pin}`;
  if (policy.channel === 'canary') return 'Canary channel';
  return policy.canary_percent > 0 ? `Stable channel, ${policy.canary_percent} % on canary` : 'Stable channel';
}

/** Describes the release that the stable channel points at, with the users that get it while it is rolled out. */
export function stableRelease({ channels: { stable } }: RemoteOperation): string {
  if (!stable) return 'none';
  if (!stable.rollout) return stable.version;
  return `${stable.version} for ${stageInWords(stable.rollout)}, otherwise ${stable.rollout.from}`;
}

export const STATE_LABELS = { on: 'On', off: 'Off', incompatible: 'Incompatible' } as const;

export const STATE_TONES = { on: 'ok', off: 'neutral', incompatible: 'high' } as const;

/** Formats the failed loads with their share of all loads. */
export function formatFailures({ fleet }: RemoteOperation): string {
  if (fleet.loads === 0) return '-';
  if (fleet.failures === 0) return '0';
  const share = (100 * fleet.failures) / fleet.loads;
  return `${formatCount(fleet.failures)} (${share < 0.1 ? '<0.1' : share.toFixed(1)} %)`;
}

/** Formats the number of loads with the failed ones, and the crashes if any. */
export function formatLoads({ loads, failures, crashes }: Pick<RemoteOperation['fleet'], 'loads' | 'failures' | 'crashes'>): string {
  const done = `${formatCount(loads)} ${loads === 1 ? 'load' : 'loads'}, ${failures === 0 ? 'none' : formatCount(failures)} failed`;
  if (crashes === 0) return done;
  return `${done}; ${crashes === 1 ? '1 crash' : `${formatCount(crashes)} crashes`}`;
}

/**
 * Formats the upper bound of a duration.
 * @param ms milliseconds; null without measurements
 */
export function formatUpperBound(ms: number | null): string {
  if (ms === null) return '-';
  return ms < 1000 ? `< ${ms} ms` : `< ${(ms / 1000).toFixed(1)} s`;
}
