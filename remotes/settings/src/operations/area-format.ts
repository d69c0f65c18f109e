import { stageInWords, type Channel, type RemoteOperation } from '@cam/contracts';
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

/** Reports whether the rules of an area ask for an approval before a channel moves to a release. Rollbacks need none. */
export function needsApproval({ delivery, channels, releases }: RemoteOperation, channel: Channel, version: string): boolean {
  if (channel !== 'stable' || !delivery.approval || channels.stable?.version === version || channels.stable?.rollout?.from === version) return false;
  const versions = releases.map((release) => release.version);
  const current = versions.indexOf(channels.stable?.version ?? '');
  return current < 0 || versions.indexOf(version) < current;
}

/** Describes the moves of an area that wait. */
export function waitingMoves({ plans }: RemoteOperation): string {
  const approvals = plans.filter(({ state }) => state === 'approval').length;
  const scheduled = plans.length - approvals;
  return [approvals > 0 ? `${approvals} to approve` : '', scheduled > 0 ? `${scheduled} scheduled` : ''].filter(Boolean).join(', ') || '-';
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
