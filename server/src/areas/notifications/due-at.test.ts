import type { NotificationSchedule } from '@cam/contracts/server';
import { AT_ONCE, dueAt, isAlwaysQuiet } from './due-at';

const NIGHTS = { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', except_high: true };
const berlin = (part: Partial<NotificationSchedule>): NotificationSchedule => ({ ...AT_ONCE, time_zone: 'Europe/Berlin', ...part });
const due = (schedule: NotificationSchedule, now: string, severity: 'HIGH' | 'MEDIUM' = 'MEDIUM', atOnce = false): string =>
  dueAt(schedule, { severity, atOnce }, new Date(now)).toISOString();

it('without a schedule, people are notified at once', () => {
  expect(due(AT_ONCE, '2026-01-20T03:00:00.000Z')).toBe('2026-01-20T03:00:00.000Z');
});

describe('quiet hours', () => {
  const nights = berlin({ quiet: NIGHTS });

  it('hold messages until they end, on the days on which they start', () => {
    // Tuesday 23:00 and Wednesday 06:59 in Berlin.
    expect(due(nights, '2026-01-20T22:00:00.000Z')).toBe('2026-01-21T06:00:00.000Z');
    expect(due(nights, '2026-01-21T05:59:59.000Z')).toBe('2026-01-21T06:00:00.000Z');
    expect(due(nights, '2026-01-21T06:00:00.000Z')).toBe('2026-01-21T06:00:00.000Z');
    expect(due(nights, '2026-01-20T20:59:59.000Z')).toBe('2026-01-20T20:59:59.000Z');
    // Those of Friday last until Saturday morning. Saturday evening is not quiet.
    expect(due(nights, '2026-01-24T02:00:00.000Z')).toBe('2026-01-24T06:00:00.000Z');
    expect(due(nights, '2026-01-24T22:00:00.000Z')).toBe('2026-01-24T22:00:00.000Z');
  });

  it('let high severity through if the schedule says so, and guardrails that notify at once', () => {
    expect(due(nights, '2026-01-20T22:00:00.000Z', 'HIGH')).toBe('2026-01-20T22:00:00.000Z');
    expect(due(berlin({ quiet: { ...NIGHTS, except_high: false } }), '2026-01-20T22:00:00.000Z', 'HIGH')).toBe('2026-01-21T06:00:00.000Z');
    expect(due(nights, '2026-01-20T22:00:00.000Z', 'MEDIUM', true)).toBe('2026-01-20T22:00:00.000Z');
  });

  it('end at the local time on the days when the clocks change', () => {
    const every = berlin({ quiet: { ...NIGHTS, days: [6, 7] } });
    // Summer time starts on Sunday, 29 March 2026, and ends on Sunday, 25 October 2026.
    expect(due(every, '2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z');
    expect(due(every, '2026-10-24T21:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z');
    // 02:30 does not exist on 29 March: quiet hours end at 03:30.
    expect(due(berlin({ quiet: { ...NIGHTS, days: [6], to: '02:30' } }), '2026-03-29T00:00:00.000Z')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('of whole days follow each other', () => {
    const weekend = berlin({ quiet: { days: [6, 7], from: '00:00', to: '00:00', except_high: false } });
    expect(due(weekend, '2026-01-24T10:00:00.000Z')).toBe('2026-01-25T23:00:00.000Z');
    expect(isAlwaysQuiet(weekend)).toBe(false);
    expect(isAlwaysQuiet(berlin({ quiet: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '09:00', except_high: true } }))).toBe(true);
  });
});

describe('digests', () => {
  it('go out at the full hour or at the local time of the day, also when the clocks change', () => {
    const digests = berlin({ digests: { HIGH: 'HOURLY', MEDIUM: 'DAILY', LOW: 'DAILY' }, digest_at: '08:00' });
    expect(due(digests, '2026-01-20T10:20:00.000Z', 'HIGH')).toBe('2026-01-20T11:00:00.000Z');
    expect(due(digests, '2026-01-20T11:00:00.000Z', 'HIGH')).toBe('2026-01-20T12:00:00.000Z');
    expect(due(digests, '2026-01-20T07:00:00.000Z')).toBe('2026-01-21T07:00:00.000Z');
    expect(due(digests, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(due(digests, '2026-01-20T10:20:00.000Z', 'HIGH', true)).toBe('2026-01-20T10:20:00.000Z');
  });

  it('wait for the end of quiet hours', () => {
    const both = berlin({ digests: { HIGH: 'HOURLY', MEDIUM: 'HOURLY', LOW: 'DAILY' }, quiet: NIGHTS });
    expect(due(both, '2026-01-20T20:30:00.000Z')).toBe('2026-01-21T06:00:00.000Z');
    expect(due(both, '2026-01-20T20:30:00.000Z', 'HIGH')).toBe('2026-01-20T21:00:00.000Z');
  });
});
