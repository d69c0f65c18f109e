import { deliveriesTo, partsOf, type AlertPart } from './group-deliveries';
import type { Target } from './targets';

const MAIL: Target = { method: 'EMAIL', key: 'k', label: 'ops@company.example', to: 'ops@company.example' };
const SYSLOG = { method: 'SYSLOG', key: 's', label: 'udp 10.0.0.9:514' } as Target;
const part = (key: string, ids: string[]): AlertPart => ({ key, element: 'STATEMENT', name: key, detail: '', uri: '', open: 9, ids });
const parts = (count: number): AlertPart[] => Array.from({ length: count }, (_none, n) => part(`g${n}`, [`${n}a`, `${n}b`]));
const to = (target: Target, all: readonly AlertPart[], own: ReadonlySet<string>) => deliveriesTo({ target, severity: 'HIGH', own }, all);
const idsOf = (all: readonly AlertPart[]): string[] => all.flatMap(({ ids }) => ids);

it('makes one message for each group that has alerts of the receiver', () => {
  const made = to(MAIL, [part('one', ['1', '2']), part('two', ['3']), part('three', ['4'])], new Set(['1', '2', '4']));
  expect(made.map(({ alert_ids: ids, alert_groups: groups }) => [ids, groups?.map(({ key, count }) => [key, count])])).toEqual([
    [['1', '2'], [['one', 2]]],
    [['4'], [['three', 1]]],
  ]);
});

it.each([1, 9, 10, 11, 200])('covers each alert of %i groups by exactly one of at most ten messages', (count) => {
  const all = parts(count);
  const made = to(MAIL, all, new Set(idsOf(all)));
  expect(made.length).toBe(Math.min(count, 10));
  expect(made.flatMap(({ alert_ids: ids }) => ids)).toEqual(idsOf(all));
  expect(made.flatMap((one) => partsOf({ ...one, alert_groups: one.alert_groups }) ?? [])).toEqual(all);
});

it('sends all groups to a log server in one message', () => {
  const all = parts(3);
  expect(to(SYSLOG, all, new Set(idsOf(all)))).toMatchObject([{ alert_ids: idsOf(all), method: 'SYSLOG' }]);
});

it('makes no message without alerts of the receiver', () => {
  expect(to(MAIL, parts(3), new Set())).toEqual([]);
  expect(to(SYSLOG, parts(3), new Set())).toEqual([]);
});
