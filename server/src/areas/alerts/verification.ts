import type { VerificationFailure } from '@cam/contracts/server';
import type { RunState } from '../../sources';
import { OPEN, type AlertRow } from './store';

type Verified = Pick<AlertRow, 'account_id' | 'subject_uri'>;

/** Returns those of the sources whose snapshot can show that the finding of an alert is gone: of its account, and of its subject. */
export function sourcesOf<Source>(
  { account_id: accountId, subject_uri: subjectUri }: Verified,
  sources: readonly Source[],
  accountOf: (source: Source) => string,
): Source[] {
  const wanted = new Set([accountId, subjectUri.split(':')[2]]);
  return sources.filter((source) => wanted.has(accountOf(source)));
}

/**
 * Returns the sources whose run failed since a user requested the verification of an alert. A source counts until its next run begins, or until it has a
 * later snapshot: the verification then goes on.
 */
export function verificationFailures(
  alert: Verified & Pick<AlertRow, 'status' | 'verifying_since'>,
  runs: readonly RunState[],
): VerificationFailure[] {
  if (alert.verifying_since === null || !OPEN.includes(alert.status)) return [];
  const since = new Date(alert.verifying_since);
  return sourcesOf(alert, runs, ({ accountId }) => accountId).flatMap((run) => {
    const { beganAt, snapshotAt } = run;
    const hasEnded = !run.isRunning && beganAt !== null && beganAt >= since;
    if (!hasEnded || (snapshotAt !== null && snapshotAt >= since)) return [];
    return [
      {
        ...{ source_uid: run.uid, source_name: run.name, began_time: beganAt.toISOString() },
        ...{ next_time: run.nextPullAt?.toISOString() ?? null, ...reasonOf(run) },
      },
    ];
  });
}

function reasonOf({ failure, name }: RunState): Pick<VerificationFailure, 'reason' | 'what_to_do'> {
  if (failure === '')
    return { reason: 'A user reset the source before the snapshot was complete.', what_to_do: 'Choose Verify fix to take another snapshot.' };
  return { reason: failure, what_to_do: `Check the connection of ${name} under Sources, then choose Verify fix again.` };
}
