import type { SourceProgress } from '@cam/contracts';
import { runOutcomes } from './run-progress';

const at = (phase: SourceProgress['current_phase_enum'], progress: number, snapshot_time: string | null = null): SourceProgress[] => [
  { uid: 'a', account_id: '1', current_phase_enum: phase, progress, messages: [], snapshot_time },
];

it('runOutcomes changes the outcome key when a run begins, ends or publishes a snapshot, and not while it progresses', () => {
  const done = runOutcomes(at('PHASE_DONE', 100, '2026-03-01T00:00:00Z'));
  const begun = runOutcomes(at('PHASE_QUEUED', 0, '2026-03-01T00:00:00Z'));
  expect(begun).not.toBe(done);
  expect(runOutcomes(at('PHASE_EVALUATE', 90, '2026-03-01T00:00:00Z'))).toBe(begun);
  expect(runOutcomes(at('PHASE_DONE', 100, '2026-03-02T00:00:00Z'))).not.toBe(done);
  expect(runOutcomes(at('PHASE_EVALUATE_FAILED', 90, '2026-03-01T00:00:00Z'))).not.toBe(begun);
});
