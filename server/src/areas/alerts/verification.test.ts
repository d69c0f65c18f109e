import type { RunState } from '../../sources';
import type { AlertInfo } from '@cam/contracts/server';
import { withoutContext } from './routes';
import { verificationFailures } from './verification';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));

const alert = {
  account_id: '1',
  subject_uri: 't:AWS:2:-:USER:ada',
  status: 'ALERT_STATUS_OPEN' as const,
  verifying_since: at(10),
};
const run = (more: Partial<RunState> = {}): RunState => ({
  ...{
    uid: 'a',
    accountId: '1',
    name: 'Production',
    isRunning: false,
    beganAt: at(11),
    failure: 'Access denied.',
    snapshotAt: at(9),
    nextPullAt: at(12),
  },
  ...more,
});
const FAILURE = {
  ...{ source_uid: 'a', source_name: 'Production', began_time: at(11).toISOString(), reason: 'Access denied.', next_time: at(12).toISOString() },
  what_to_do: 'Check the connection of Production under Sources, then choose Verify fix again.',
};

it('a snapshot that failed since the request is named with its reason, the next attempt and what helps', () => {
  expect(verificationFailures(alert, [run()])).toEqual([FAILURE]);
  expect(verificationFailures(alert, [run({ nextPullAt: null })])).toEqual([{ ...FAILURE, next_time: null }]);
  expect(verificationFailures(alert, [run({ snapshotAt: null })])).toEqual([FAILURE]);
});

it('each source that can show the fix counts, and no other', () => {
  const runs = [run(), run({ uid: 'b', accountId: '2' }), run({ uid: 'c', accountId: '3' })];
  expect(verificationFailures(alert, runs).map(({ source_uid: uid }) => uid)).toEqual(['a', 'b']);
});

it('a run that a user reset is named as that', () => {
  expect(verificationFailures(alert, [run({ failure: '' })])).toMatchObject([
    { reason: 'A user reset the source before the snapshot was complete.', what_to_do: 'Choose Verify fix to take another snapshot.' },
  ]);
});

it.each<[string, RunState]>([
  ['an earlier run failed', run({ beganAt: at(9) })],
  ['no run began yet', run({ beganAt: null })],
  ['the next run is in progress', run({ isRunning: true })],
  ['the source has a later snapshot, which is evaluated', run({ snapshotAt: at(11) })],
])('nothing failed if %s', (_case, one) => expect(verificationFailures(alert, [one])).toEqual([]));

it('nothing failed once the fix is verified or refuted, or if nobody requested a verification', () => {
  expect(verificationFailures({ ...alert, verifying_since: null }, [run()])).toEqual([]);
  expect(verificationFailures({ ...alert, status: 'ALERT_STATUS_CLOSE' }, [run()])).toEqual([]);
});

it('a caller who is limited to accounts does not get the reason, which may name the role that reads the organization', () => {
  const info = { risk: { score: 1, band: 'LOW', factors: [] }, verification_failures: verificationFailures(alert, [run()]) } as unknown as AlertInfo;
  expect(withoutContext(info).verification_failures).toEqual([{ ...FAILURE, reason: 'The page of the source shows the reason.' }]);
});
