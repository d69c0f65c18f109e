import type { AccessRequest } from '@cam/contracts';
import { besidesText, eventText, exceedsText, moreText, nameInUri, spanText, timeLeft } from './words';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const request = (some: Partial<AccessRequest>): AccessRequest =>
  ({ state: 'SEEN', until: null, hours: null, lapses_at: null, ...some }) as AccessRequest;

it('a span has its two largest units', () => {
  expect([0, 60_000, 61 * 60_000, 24 * HOUR, 51 * HOUR].map(spanText)).toEqual([
    'less than a minute',
    '1 minute',
    '1 hour 1 minute',
    '1 day',
    '2 days 3 hours',
  ]);
});

it('the time left depends on the state', () => {
  expect(timeLeft(request({ until: at(2 * HOUR) }), NOW)).toBe('2 hours left');
  expect(timeLeft(request({ until: at(-1) }), NOW)).toBe('Over, waits for a snapshot');
  expect(timeLeft(request({ state: 'OVERDUE', until: at(-HOUR) }), NOW)).toBe('1 hour too long');
  expect(timeLeft(request({ state: 'ASKED', hours: 4, lapses_at: at(HOUR) }), NOW)).toBe('1 hour to decide');
  expect(timeLeft(request({ state: 'ENDED', until: at(-HOUR) }), NOW)).toBe('');
});

it('a unit says what comes with it', () => {
  expect(besidesText([0, 0, 0, 0])).toBe('Gives nothing else.');
  expect(besidesText([1, 0, 0, 1200])).toMatch(/^Also gives access to other resources: 1 of tier 0 \(.+\) and 1,200 of tier 3 \(.+\)\.$/);
  expect(exceedsText({ gives: ['READ', 'WRITE', 'ADMIN'] }, 'WRITE')).toBe('Lets the identity also read and administer the resource.');
  expect(exceedsText({ gives: ['WRITE'] }, 'WRITE')).toBe('');
});

it('a snapshot that shows more says what', () => {
  expect(moreText({ units: ['operators'], levels: ['ADMIN'] })).toBe(
    'operators gives the access too. The identity can also administer the resource, which nobody asked for.',
  );
  expect(moreText({ units: [], levels: [] })).toBe('');
  expect(eventText({ kind: 'ENDED', at: at(0), actor: '', detail: { is_continued: true } })).toContain('another request');
});

it('the name in a URI is readable, also if it is no valid escape', () => {
  expect(nameInUri('t:AWS:1:-:USER:team%2Fann')).toBe('team/ann');
  expect(nameInUri('t:AWS:1:-:USER:100%')).toBe('100%');
});
