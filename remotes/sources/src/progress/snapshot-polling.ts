/** NORMAL: the progress of snapshots is known. POLLING: it could not be read for a while, and is tried again. REFRESHING: somebody has it tried now. */
export type SnapshotPolling = 'NORMAL' | 'POLLING' | 'REFRESHING';

export interface PollingState {
  polling: SnapshotPolling;
  /** When it could not be read for the first time since it last was, ms; null: it is known. */
  failedAt: number | null;
}

/** A failure is nobody's business before it lasts so long, ms. */
export const FAILURE_GRACE = 60_000;

export const KNOWN: PollingState = { polling: 'NORMAL', failedAt: null };

export const PROGRESS_FAILED = 'Failed to get snapshot progress';

/** After the progress could not be read. */
export function afterFailure({ polling, failedAt }: PollingState, now: number): PollingState {
  if (failedAt === null) return { polling: 'NORMAL', failedAt: now };
  return { polling: now - failedAt >= FAILURE_GRACE ? 'POLLING' : polling === 'REFRESHING' ? 'POLLING' : polling, failedAt };
}

/** While somebody who was told has it tried at once. */
export function refreshing(state: PollingState): PollingState {
  return state.polling === 'POLLING' ? { ...state, polling: 'REFRESHING' } : state;
}
