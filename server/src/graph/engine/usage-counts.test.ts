import { UsageCounts } from './usage-counts';

const event = { identity: 'ann', action: 's3:GetObject', resource: 'ledger', at: '2026-01-02T23:30:00+00:00', succeeded: true };

describe('UsageCounts', () => {
  it('sums events by identity, action, resource and UTC day', () => {
    const counts = new UsageCounts();
    counts.add(event);
    counts.add({ ...event, at: '2026-01-03T01:00:00+02:00', sourceIp: '198.51.100.7', region: 'eu-west-1' });
    counts.add({ ...event, at: '2026-01-03T00:00:01Z' });
    counts.add({ ...event, resource: null });
    expect(counts.facts()).toEqual([
      {
        identity: { nativeId: 'ann' },
        action: 's3:GetObject',
        resource: { nativeId: 'ledger' },
        day: '2026-01-02',
        count: 2,
        failures: 0,
        lastAt: '2026-01-02T23:30:00.000Z',
        sourceIp: null,
        region: null,
      },
      expect.objectContaining({ day: '2026-01-03', count: 1 }),
      expect.objectContaining({ resource: null, count: 1 }),
    ]);
  });

  it('takes the last success as the last use, not a later failure', () => {
    const counts = new UsageCounts();
    counts.add({ ...event, at: '2026-01-02T08:00:00Z', succeeded: false });
    counts.add({ ...event, at: '2026-01-02T06:00:00Z' });
    counts.add({ ...event, at: '2026-01-02T07:00:00Z' });
    counts.add({ ...event, at: '2026-01-02T09:00:00Z', succeeded: false });
    expect(counts.facts()).toMatchObject([{ count: 2, failures: 2, lastAt: '2026-01-02T07:00:00.000Z' }]);
  });

  it('merges the counts of names that resolve to one resource', () => {
    const counts = new UsageCounts();
    counts.add({ ...event, resource: 'ledger/a' });
    counts.add({ ...event, resource: 'ledger/b' });
    counts.add({ ...event, resource: 'gone' });
    const facts = counts.facts((resource) => (resource.startsWith('ledger/') ? 'ledger' : null));
    expect(facts.map(({ resource, count }) => [resource?.nativeId, count])).toEqual([
      ['ledger', 2],
      [undefined, 1],
    ]);
  });

  it('ignores events without a time, an identity or an action', () => {
    const counts = new UsageCounts();
    counts.add({ ...event, at: 'yesterday' });
    counts.add({ ...event, identity: '' });
    counts.add({ ...event, action: '' });
    expect(counts.facts()).toEqual([]);
  });
});

it('a user of any name is named as the starter of a session', () => {
  const counts = new UsageCounts();
  const event = { identity: 'role', action: 's3:GetObject', resource: null, at: '2026-01-02T03:04:05Z', succeeded: true };
  counts.add({ ...event, session: '__proto__' });
  counts.add({ ...event, session: 'b' });
  const [fact] = counts.facts(undefined, (session) => ({ names: [session], person: '' }));
  expect(Object.entries(fact?.startedBy ?? {}).map(([name, { n }]) => [name, n])).toEqual([
    ['__proto__', 1],
    ['b', 1],
  ]);
});
