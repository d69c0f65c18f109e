import type { RemoteOperation } from '@cam/contracts';
import { formatCount } from '@cam/ui';

/** Where an area's version comes from, in a few words. */
export function followsOf({ policy }: RemoteOperation): string {
  if (policy.pin !== null) return `Pinned to ${policy.pin}`;
  if (policy.channel === 'canary') return 'Canary channel';
  return policy.canary_percent > 0 ? `Stable channel, ${policy.canary_percent} % on canary` : 'Stable channel';
}

export const STATE_WORDS = { on: 'On', off: 'Off', incompatible: 'Incompatible' } as const;

export const STATE_TONES = { on: 'ok', off: 'neutral', incompatible: 'high' } as const;

/** Failures of loads with their share. */
export function failuresOf({ fleet }: RemoteOperation): string {
  if (fleet.loads === 0) return '-';
  if (fleet.failures === 0) return '0';
  const share = (100 * fleet.failures) / fleet.loads;
  return `${formatCount(fleet.failures)} (${share < 0.1 ? '<0.1' : share.toFixed(1)} %)`;
}

/** Loads with what went wrong in them, and how often the code broke where it did. */
export function loadsOf({ loads, failures, crashes }: Pick<RemoteOperation['fleet'], 'loads' | 'failures' | 'crashes'>): string {
  const done = `${formatCount(loads)} ${loads === 1 ? 'load' : 'loads'}, ${failures === 0 ? 'none' : formatCount(failures)} failed`;
  if (crashes === 0) return done;
  return `${done}; its code broke ${crashes === 1 ? 'once' : `${formatCount(crashes)} times`}`;
}

/** An upper bound of a time, ms, as people read it. */
export function withinOf(ms: number | null): string {
  if (ms === null) return '-';
  return ms < 1000 ? `< ${ms} ms` : `< ${(ms / 1000).toFixed(1)} s`;
}
