/** NORMAL: the progress is known. POLLING: requests have failed for a while and are repeated. REFRESHING: a user requested the progress now. */
export type SnapshotPolling = 'NORMAL' | 'POLLING' | 'REFRESHING';

/** State of the progress requests. */
export interface PollingState {
  polling: SnapshotPolling;
  /** Time of the first failure since the last success, in ms; null while the progress is known. */
  failedAt: number | null;
}

/** Failures are reported only after this time, in ms. */
export const FAILURE_GRACE = 60_000;

/** State while the progress is known. */
export const KNOWN: PollingState = { polling: 'NORMAL', failedAt: null };

export const PROGRESS_FAILED = 'Failed to get snapshot progress';

/**
 * Returns the state after a failed request.
 * @param now current time, in ms
 */
export function afterFailure({ polling, failedAt }: PollingState, now: number): PollingState {
  if (failedAt === null) return { polling: 'NORMAL', failedAt: now };
  return { polling: now - failedAt >= FAILURE_GRACE ? 'POLLING' : polling === 'REFRESHING' ? 'POLLING' : polling, failedAt };
}

/** Returns the state while a user retries; unchanged unless failures are being reported. */
export function refreshing(state: PollingState): PollingState {
  return state.polling === 'POLLING' ? { ...state, polling: 'REFRESHING' } : state;
}
