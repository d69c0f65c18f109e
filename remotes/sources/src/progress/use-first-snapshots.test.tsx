import { renderHook } from '@testing-library/react';
import type { Account, SourceProgress } from '@cam/contracts';
import { notify } from '@cam/platform';
import { useFirstSnapshots } from './use-first-snapshots';

jest.mock('@cam/platform', () => ({ notify: { success: jest.fn() } }));

const account = (uid: string, is_connected = true): Account =>
  ({ uid, account_id: `id-${uid}`, account_name: `Source ${uid}`, is_connected }) as Account;
const progress = (uid: string, percent: number, snapshot_time: string | null): SourceProgress =>
  ({
    uid,
    progress: percent,
    snapshot_time,
    current_phase_enum: percent === 100 ? 'PHASE_DONE' : 'PHASE_EVALUATE',
    messages: [],
  }) as unknown as SourceProgress;
const AT = '2026-03-01T00:00:00Z';
const ACCOUNTS = [account('a'), account('b'), account('imported', false)];

function looks(...answers: SourceProgress[][]): unknown[][] {
  (notify.success as jest.Mock).mockClear();
  const { rerender } = renderHook(({ sources }) => useFirstSnapshots(sources, ACCOUNTS, '/sources/cloud'), {
    initialProps: { sources: undefined as readonly SourceProgress[] | undefined },
  });
  for (const sources of answers) rerender({ sources });
  // A new list of the same progress.
  rerender({ sources: [...(answers.at(-1) ?? [])] });
  return (notify.success as jest.Mock).mock.calls;
}

it('reports the first snapshot of a connected source once, with a link to its top risks', () => {
  const toasts = looks(
    [progress('a', 40, null)],
    [progress('a', 90, AT)],
    [progress('a', 100, AT)],
    [progress('a', 30, AT)],
    [progress('a', 100, AT)],
  );
  expect(toasts).toEqual([['Source a has its first snapshot.', undefined, { label: 'Show its top risks', to: '/sources/cloud?risks=id-a' }]]);
});

it('reports several first snapshots at once in one toast', () => {
  const toasts = looks([progress('a', 40, null), progress('b', 0, null)], [progress('a', 100, AT), progress('b', 100, AT)]);
  expect(toasts).toEqual([['2 sources have their first snapshot.', undefined, { label: 'Show the largest risks', to: '/dashboard' }]]);
});

it('reports no later snapshot, no import and no failure', () => {
  const failed = { ...progress('b', 50, null), current_phase_enum: 'PHASE_EVALUATE_FAILED' } as SourceProgress;
  const before = [progress('a', 40, AT), progress('imported', 40, null), progress('b', 40, null)];
  expect(looks(before, [progress('a', 100, AT), progress('imported', 100, AT), failed])).toEqual([]);
});
