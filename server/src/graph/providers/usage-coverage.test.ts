import { MOST_EVENTS } from '../engine/event-log';
import { coverageOf } from './usage-coverage';
import { together, type UsageCoverage } from '../engine/usage-coverage';

const DAY = 24 * 60 * 60 * 1000;
const at = (day: string): string => `${day}T12:00:00.000Z`;

/** The coverage of a bundle whose log begins on one day and that keeps so many events up to another. */
const covered = (since: string, kept: { first: string; last: string; count?: number }): UsageCoverage => {
  const { first, last, count = 2 } = kept;
  const events = Array.from({ length: count }, (_, index) => ({ at: index === count - 1 ? at(first) : at(last) }));
  const coverage = coverageOf({ cloudType: 'AWS', usage: [], usageSince: since, events: events as never });
  if (!coverage) throw new Error('no log');
  return coverage;
};

describe('the period of stored events', () => {
  it('begins with the log, unless older events exceed the limit of their number or age', () => {
    expect(covered('2026-01-01', { first: '2026-01-01', last: '2026-02-01' }).kept?.from).toBe('2026-01-01');
    expect(covered('2026-01-01', { first: '2026-01-20', last: '2026-02-01', count: MOST_EVENTS }).kept?.from).toBe(at('2026-01-20'));
    const old = covered('2025-01-01', { first: '2025-01-01', last: '2026-02-01' }).kept?.from;
    expect(old).toBe(new Date(Date.parse(at('2026-02-01')) - 100 * DAY).toISOString());
  });

  it('spans two bundles, unless the second one dropped events after the end of the first', () => {
    const first = covered('2026-01-01', { first: '2026-01-01', last: '2026-02-01' });
    const later = covered('2026-02-10', { first: '2026-02-10', last: '2026-02-20' });
    expect(together(first, later)).toMatchObject({ since: '2026-01-01', kept: { from: '2026-01-01', to: at('2026-02-20') } });
    const overlapping = covered('2026-01-01', { first: '2026-01-30', last: '2026-02-20', count: MOST_EVENTS });
    expect(together(first, overlapping).kept?.from).toBe('2026-01-01');
    const cut = covered('2026-01-01', { first: '2026-02-10', last: '2026-02-20', count: MOST_EVENTS });
    expect(together(first, cut)).toMatchObject({ since: '2026-01-01', kept: { from: at('2026-02-10'), to: at('2026-02-20') } });
    expect(together(null, cut)).toEqual(cut);
  });

  it('is unchanged by a bundle whose log has no events', () => {
    const first = covered('2026-01-01', { first: '2026-01-01', last: '2026-02-01' });
    expect(together(first, { since: '2026-02-01', silent: ['READ'] })).toEqual({ ...first, silent: ['READ'] });
  });
});
