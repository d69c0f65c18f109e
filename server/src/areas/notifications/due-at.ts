import { instantOf, nextSnapshot, wallClock, type NotificationSchedule, type Severity } from '@cam/contracts/server';

/** The schedule of a tenant that has not set one: every message goes out at once. */
export const AT_ONCE: NotificationSchedule = {
  time_zone: 'UTC',
  quiet: null,
  digests: { HIGH: 'AT_ONCE', MEDIUM: 'AT_ONCE', LOW: 'AT_ONCE' },
  digest_at: '08:00',
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** More quiet hours than a week can have one after the other. */
const MOST_HOURS = 9;

/**
 * Returns the time at which people are notified of an alert: at once, or with the next digest of its severity, and in either case after quiet hours.
 * A local time that a clock change skips is the next one.
 * @param alert `atOnce`: its guardrail waits for neither
 */
export function dueAt(schedule: NotificationSchedule, alert: { severity: Severity; atOnce: boolean }, now: Date): Date {
  if (alert.atOnce) return now;
  let due = digestAt(schedule, alert.severity, now);
  if (schedule.quiet === null || (schedule.quiet.except_high && alert.severity === 'HIGH')) return due;
  for (let n = 0; n < MOST_HOURS; n++) {
    const end = quietUntil(schedule, due);
    if (end === null) break;
    due = end;
  }
  return due;
}

/** Reports whether quiet hours never end. */
export function isAlwaysQuiet({ quiet }: NotificationSchedule): boolean {
  return quiet !== null && quiet.days.length === 7 && quiet.from === quiet.to;
}

function digestAt({ digests, digest_at: at, time_zone }: NotificationSchedule, severity: Severity, now: Date): Date {
  switch (digests[severity]) {
    case 'AT_ONCE':
      return now;
    case 'HOURLY':
      return new Date((Math.floor(now.getTime() / HOUR) + 1) * HOUR);
    case 'DAILY':
      return nextSnapshot({ every: 'DAILY', at, weekday: 0, time_zone }, now) ?? now;
  }
}

/** Returns the end of the quiet hours of a time; null: it is in none. Quiet hours of yesterday may last until today. */
function quietUntil({ quiet, time_zone: zone }: NotificationSchedule, at: Date): Date | null {
  if (quiet === null) return null;
  const [from, to] = [minutesOf(quiet.from) * MINUTE, minutesOf(quiet.to) * MINUTE];
  const today = Math.floor(wallClock(at, zone).getTime() / DAY) * DAY;
  const ends = [today - DAY, today]
    .filter((day) => quiet.days.includes(new Date(day).getUTCDay() || 7))
    .map((day) => ({ start: instantOf(day + from, zone), end: instantOf(day + to + (to > from ? 0 : DAY), zone) }))
    .filter(({ start, end }) => start <= at && at < end)
    .map(({ end }) => end.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
