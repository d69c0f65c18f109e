import { failureColumns, vitalColumns } from './release-columns';
import type { RemoteOperation } from '@cam/contracts';
import { formatFailures, formatLoads, formatUpperBound, needsApproval, stableRelease, versionSource, waitingMoves } from './area-format';

const area = (change: { policy?: Partial<RemoteOperation['policy']>; fleet?: Partial<RemoteOperation['fleet']> }) =>
  ({
    policy: { enabled: true, pin: null, channel: 'stable', canary_percent: 0, signed_only: false, reason: '', ...change.policy },
    fleet: { loads: 0, failures: 0, crashes: 0, p50_ms: null, p95_ms: null, versions: [], kinds: [], ...change.fleet },
  }) as RemoteOperation;

describe('the format of an area', () => {
  it.each([
    [undefined, 'none'],
    [null, '2.0.0'],
    [{ ring: 'early', percent: 100, from: '1.0.0' }, '2.0.0 for all users of the early tenants, otherwise 1.0.0'],
    [{ ring: 'all', percent: 10, from: '1.0.0' }, '2.0.0 for all early tenants and 10 % of the users of the others, otherwise 1.0.0'],
  ] as const)('with the rollout %j names the stable release as: %s', (rollout, words) => {
    const channels: RemoteOperation['channels'] = rollout === undefined ? {} : { stable: { version: '2.0.0', etag: '', rollout } };
    expect(stableRelease({ ...area({}), channels })).toBe(words);
  });

  it.each([
    [{}, 'Stable channel'],
    [{ canary_percent: 10 }, 'Stable channel, 10 % on canary'],
    [{ channel: 'canary' as const, canary_percent: 10 }, 'Canary channel'],
    [{ pin: '1.2.0', channel: 'canary' as const }, 'Pinned to 1.2.0'],
  ])('describes the source of its version: %j', (policy, text) => {
    expect(versionSource(area({ policy }))).toBe(text);
  });

  it.each([
    [{ loads: 0 }, '-'],
    [{ loads: 40 }, '0'],
    [{ loads: 40, failures: 2 }, '2 (5.0 %)'],
    [{ loads: 100_000, failures: 2 }, '2 (<0.1 %)'],
  ])('shows failures with their share: %j', (fleet, text) => {
    expect(formatFailures(area({ fleet }))).toBe(text);
  });

  it.each([
    [{ loads: 1, failures: 0, crashes: 0 }, '1 load, none failed'],
    [{ loads: 12, failures: 2, crashes: 1 }, '12 loads, 2 failed; 1 crash'],
    [{ loads: 12, failures: 0, crashes: 5 }, '12 loads, none failed; 5 crashes'],
  ])('shows crashes if any: %j', (fleet, text) => {
    expect(formatLoads(fleet)).toBe(text);
  });

  it.each([
    ['3.0.0', 'stable', true],
    ['2.0.0', 'stable', false],
    ['1.0.0', 'stable', false],
    ['3.0.0', 'canary', false],
  ] as const)('asks for an approval of %s on the %s channel: %s', (version, channel, expected) => {
    const stable = { version: '2.0.0', etag: '', rollout: null };
    const releases = ['3.0.0', '2.0.0', '1.0.0'].map((one) => ({
      version: one,
      published_at: '',
      published_by: '',
      commit: null,
      builder: null,
      key_id: null,
    }));
    const ruled = { ...area({}), channels: { stable }, delivery: { approval: true, staging: false }, releases };
    expect(needsApproval(ruled, channel, version)).toBe(expected);
    expect(needsApproval({ ...ruled, delivery: { approval: false, staging: true } }, channel, version)).toBe(false);
  });

  it('counts the moves that wait', () => {
    const plan = (state: string) => ({ state }) as RemoteOperation['plans'][number];
    expect(waitingMoves({ ...area({}), plans: [] })).toBe('-');
    expect(waitingMoves({ ...area({}), plans: [plan('approval'), plan('scheduled'), plan('scheduled')] })).toBe('1 to approve, 2 scheduled');
  });

  it('shows the upper bound of a duration', () => {
    expect([formatUpperBound(null), formatUpperBound(400), formatUpperBound(1600)]).toEqual(['-', '< 400 ms', '< 1.6 s']);
  });
});

it('release columns compare releases from the earliest, and leave releases without measurements out', () => {
  const release = {
    version: '2.0.0',
    user_days: 8,
    troubled_days: 2,
    troubled_users: 1,
    lcp_p75_ms: 800,
    lcp_count: 1,
    inp_p75_ms: null,
    inp_count: 0,
  };
  const releases = [release, { ...release, version: '1.0.0', user_days: 1, troubled_days: 0, lcp_p75_ms: 400, lcp_count: 3 }];
  expect(failureColumns(releases)).toEqual([
    { x: '1.0.0', y: 0, detail: '% of 1 day' },
    { x: '2.0.0', y: 25, detail: '% of 8 days' },
  ]);
  expect(vitalColumns(releases, 'lcp')).toEqual([
    { x: '1.0.0', y: 400, detail: 'ms or less in 3 measurements' },
    { x: '2.0.0', y: 800, detail: 'ms or less in 1 measurement' },
  ]);
  expect(vitalColumns(releases, 'inp')).toEqual([]);
});
