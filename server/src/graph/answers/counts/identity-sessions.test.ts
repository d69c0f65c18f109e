import { IdentitySessions } from './identity-sessions';

const NAMES = new Map([
  ['ann', ['arn:ann', 'ann@example.com']],
  ['team', ['arn:ann', 'ann@example.com', 'arn:bob']],
  ['lambda in one account', ['lambda.amazonaws.com']],
  ['lambda in another account', ['lambda.amazonaws.com']],
]);

const sessions = new IdentitySessions(
  [
    { uri: 'deploy', starter: 'arn:ann', last_at: '2026-11-01T10:00:00Z' },
    { uri: 'deploy', starter: 'ann@example.com', last_at: '2026-11-03T10:00:00Z' },
    { uri: 'audit', starter: 'arn:bob', last_at: '2026-11-02T10:00:00Z' },
    { uri: 'function', starter: 'lambda.amazonaws.com', last_at: '2026-11-04T10:00:00Z' },
    { uri: 'shared', starter: null, last_at: '2026-11-05T23:00:00Z' },
  ],
  NAMES,
);

it('belong to each identity under all of its names, and to groups under those of their members', () => {
  expect(sessions.startedBy('ann', new Set(['deploy', 'audit']))).toEqual({ last: '2026-11-03T10:00:00Z', used: 1 });
  expect(sessions.startedBy('team', new Set(['deploy', 'audit']))).toEqual({ last: '2026-11-03T10:00:00Z', used: 2 });
  expect(sessions.startedBy('lambda in one account', new Set())).toEqual({ last: '2026-11-04T10:00:00Z', used: 0 });
  expect(sessions.startedBy('lambda in another account', new Set(['function']))).toEqual({ last: '2026-11-04T10:00:00Z', used: 1 });
  expect(sessions.startedBy('stranger', new Set(['deploy']))).toEqual({ last: null, used: 0 });
});

it('of unknown users count for whoever can become the role or service account, from the day after the given one', () => {
  const hops = [
    { uri: 'deploy', type: 'ROLE' },
    { uri: 'shared', type: 'ROLE' },
  ];
  expect(sessions.isUsedThrough(hops, '2026-11-04')).toBe(true);
  expect(sessions.isUsedThrough(hops, '2026-11-05')).toBe(false);
  expect(sessions.isUsedThrough([{ uri: 'shared', type: 'GROUP' }], '2026-11-04')).toBe(false);
  expect(sessions.isUsedThrough([{ uri: 'deploy', type: 'ROLE' }], '2026-11-04')).toBe(false);
});
