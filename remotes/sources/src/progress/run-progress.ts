import type { SourceProgress } from '@cam/contracts';

/** A failed phase is no progress any more. */
export function isInProgress({ current_phase_enum: phase, progress }: Pick<SourceProgress, 'current_phase_enum' | 'progress'>): boolean {
  return progress < 100 && !phase.endsWith('_FAILED');
}

/** What came of the last run of each source, to be compared: how far runs are that are under way is no part of it. */
export function runOutcomes(sources: readonly SourceProgress[]): string {
  return JSON.stringify(
    sources.map((source) =>
      isInProgress(source) ? [source.uid] : [source.uid, source.current_phase_enum, source.snapshot_time, source.messages.length],
    ),
  );
}
