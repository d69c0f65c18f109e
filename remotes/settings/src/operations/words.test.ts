import type { RemoteOperation } from '@cam/contracts';
import { failuresOf, followsOf, loadsOf, withinOf } from './words';

const area = (change: { policy?: Partial<RemoteOperation['policy']>; fleet?: Partial<RemoteOperation['fleet']> }) =>
  ({
    policy: { enabled: true, pin: null, channel: 'stable', canary_percent: 0, reason: '', ...change.policy },
    fleet: { loads: 0, failures: 0, crashes: 0, p50_ms: null, p95_ms: null, versions: [], kinds: [], ...change.fleet },
  }) as RemoteOperation;

describe('an area in words', () => {
  it.each([
    [{}, 'Stable channel'],
    [{ canary_percent: 10 }, 'Stable channel, 10 % on canary'],
    [{ channel: 'canary' as const, canary_percent: 10 }, 'Canary channel'],
    [{ pin: '1.2.0', channel: 'canary' as const }, 'Pinned to 1.2.0'],
  ])('says where its version comes from: %j', (policy, words) => {
    expect(followsOf(area({ policy }))).toBe(words);
  });

  it.each([
    [{ loads: 0 }, '-'],
    [{ loads: 40 }, '0'],
    [{ loads: 40, failures: 2 }, '2 (5.0 %)'],
    [{ loads: 100_000, failures: 2 }, '2 (<0.1 %)'],
  ])('tells failures with their share: %j', (fleet, words) => {
    expect(failuresOf(area({ fleet }))).toBe(words);
  });

  it.each([
    [{ loads: 1, failures: 0, crashes: 0 }, '1 load, none failed'],
    [{ loads: 12, failures: 2, crashes: 1 }, '12 loads, 2 failed; its code broke once'],
    [{ loads: 12, failures: 0, crashes: 5 }, '12 loads, none failed; its code broke 5 times'],
  ])('tells crashes where there are any: %j', (fleet, words) => {
    expect(loadsOf(fleet)).toBe(words);
  });

  it('tells a time by its upper bound', () => {
    expect([withinOf(null), withinOf(400), withinOf(1600)]).toEqual(['-', '< 400 ms', '< 1.6 s']);
  });
});
