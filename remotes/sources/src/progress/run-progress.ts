import type { SourceProgress } from '@cam/contracts';

/** Reports whether a run is in progress. A failed run is not. */
export function isInProgress({ current_phase_enum: phase, progress }: Pick<SourceProgress, 'current_phase_enum' | 'progress'>): boolean {
  return progress < 100 && !phase.endsWith('_FAILED');
}

/** Returns a comparable key of all run outcomes. Progress within a run does not change the key. */
export function runOutcomes(sources: readonly SourceProgress[]): string {
  return JSON.stringify(
    sources.map((source) =>
      isInProgress(source) ? [source.uid] : [source.uid, source.current_phase_enum, source.snapshot_time, source.messages.length],
    ),
  );
}
