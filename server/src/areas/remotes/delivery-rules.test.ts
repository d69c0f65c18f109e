import { holdOf, type DeliveryState } from './delivery-rules';
import type { Catalogue, StoredRelease } from './release';

const release = (version: string, number: number, wasStable = true) => ({ id: 'alerts', version, number, wasStable }) as StoredRelease;
const releases = [release('3.0.0', 3, false), release('2.0.0', 2), release('1.0.0', 1), release('0.9.0', 0, false)];

function held(
  version: string,
  change: Partial<DeliveryState>,
  { channel = 'stable', from }: { channel?: 'stable' | 'canary' | 'staging'; from?: string } = {},
) {
  const rollout = from === undefined ? null : ({ ring: 'early', percent: 10, from } as const);
  const pointer = { version: '2.0.0', etag: 'e', rollout };
  const catalogue: Catalogue = {
    releases: new Map([['alerts', releases]]),
    channels: new Map([['alerts', { stable: pointer, canary: pointer }]]),
    automaticRollbacks: new Map(),
  };
  const state = { rules: { approval: false, staging: false }, freezes: [], wasStaged: false, isApproved: false, ...change };
  return holdOf(catalogue, { id: 'alerts', channel, version }, state)?.code ?? null;
}

const freezes = [{ endsAt: new Date('2027-01-04T00:00:00Z'), reason: 'end of year' }];
const approval = { rules: { approval: true, staging: false } };
const staging = { rules: { approval: false, staging: true } };

describe('a new release', () => {
  it.each([
    ['moves without rules', '3.0.0', {}, {}, null],
    ['waits for the end of a freeze window', '3.0.0', { freezes }, {}, 'CHANNEL_FROZEN'],
    ['waits there on the canary channel too', '3.0.0', { freezes }, { channel: 'canary' }, 'CHANNEL_FROZEN'],
    ['reaches staging during a freeze window and without an approval', '3.0.0', { freezes, ...approval }, { channel: 'staging' }, null],
    ['waits for an approval', '3.0.0', approval, {}, 'APPROVAL_REQUIRED'],
    ['moves when it is approved', '3.0.0', { ...approval, isApproved: true }, {}, null],
    ['does not move in a freeze window, although it is approved', '3.0.0', { ...approval, isApproved: true, freezes }, {}, 'CHANNEL_FROZEN'],
    ['runs in staging first', '3.0.0', staging, {}, 'PROMOTION_REQUIRED'],
    ['is promoted after staging', '3.0.0', { ...staging, wasStaged: true }, {}, null],
    ['needs no second approval to reach more users', '2.0.0', approval, { from: '1.0.0' }, null],
    ['reaches no more users in a freeze window', '2.0.0', { freezes }, { from: '1.0.0' }, 'CHANNEL_FROZEN'],
    ['is held if it is older but was never stable', '0.9.0', approval, {}, 'APPROVAL_REQUIRED'],
  ] as const)('%s', (_what, version, state, channel, code) => {
    expect(held(version, state, channel)).toBe(code);
  });
});

describe('a rollback', () => {
  it.each([
    ['to an earlier stable release', '1.0.0', {}],
    ['of a rollout', '3.0.0', { from: '3.0.0' }],
    ['of the canary channel', '0.9.0', { channel: 'canary' }],
  ] as const)('%s is never held', (_what, version, channel) => {
    expect(held(version, { freezes, rules: { approval: true, staging: true } }, channel)).toBeNull();
  });
});
