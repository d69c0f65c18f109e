import type { Finding } from '../alerts/findings';
import { simulate, type DayFindings } from './simulate';

const finding = (name: string, ...uris: string[]): Finding => ({
  key: `${name} 1`,
  subject: { uri: name, name, type: 'USER' },
  accountId: '1',
  objects: new Map(uris.map((uri) => [uri, { uri, name: uri, type: 'OBJECT_STORE', accountId: '1', actions: 'R--', conditionalActions: '---' }])),
});
const day = (number: number, findings: Finding[], present: string[] = [], complete = true): DayFindings => ({
  day: `2026-03-0${number}`,
  findings,
  complete,
  present: new Set([...findings.flatMap(({ subject, objects }) => [subject.uri, ...objects.keys()]), ...present]),
});
const NONE = { create: 'ALERT_SUPPRESSION_NONE', remove: 'ALERT_SUPPRESSION_BOTH' } as const;
const summary = (days: DayFindings[], suppression: Parameters<typeof simulate>[1] = NONE) =>
  simulate(days, suppression).map(({ found, raised, closed, open }) => [found, raised.map(({ subject }) => subject.name).join(), closed, open]);

it('simulate raises the first findings, then new ones, and closes alerts without findings', () => {
  expect(
    summary([day(1, [finding('ada', 'b1')]), day(2, [finding('ada', 'b1'), finding('bob', 'b1')]), day(3, [finding('bob', 'b1')], ['ada'])]),
  ).toEqual([
    [1, 'ada', 0, 1],
    [2, 'bob', 0, 2],
    [1, '', 1, 1],
  ]);
});

it('simulate raises new access of an identity with an open alert, and access that returns after closing', () => {
  const days = [
    day(1, [finding('ada', 'b1')]),
    day(2, [finding('ada', 'b1', 'b2')]),
    day(3, [], ['ada', 'b1', 'b2']),
    day(4, [finding('ada', 'b1')]),
  ];
  expect(summary(days)).toEqual([
    [1, 'ada', 0, 1],
    [1, 'ada', 0, 2],
    [0, '', 2, 0],
    [1, 'ada', 0, 1],
  ]);
});

it('simulate raises no alert for new identities if their creation is suppressed', () => {
  const days = [day(1, [finding('ada', 'b1')]), day(2, [finding('ada', 'b1'), finding('bob', 'b1')]), day(3, [finding('ada', 'b1')])];
  expect(summary(days, { ...NONE, create: 'ALERT_SUPPRESSION_IDENTITY' })).toEqual([
    [1, 'ada', 0, 1],
    [2, '', 0, 1],
    [1, '', 0, 1],
  ]);
});

it('simulate closes no alert on a day with incomplete findings', () => {
  expect(summary([day(1, [finding('ada', 'b1')]), day(2, [finding('bob', 'b1')], ['ada'], false)])).toEqual([
    [1, 'ada', 0, 1],
    [1, 'bob', 0, 2],
  ]);
});
