import type { ReportFrequency } from '@cam/contracts/server';

/** The times of a schedule; `day` is a weekday of ISO 8601, from 1, or a day of the month. */
export interface RunTimes {
  frequency: ReportFrequency;
  day: number;
  hour: number;
  /** IANA name. */
  timeZone: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Days that are searched for a match: a month and the rest of the current one. */
const LOOKED_AT = 63;

/**
 * Returns the first due time after another time. A month without the day uses its last day. A local hour that a clock change skips is the next one, and
 * a repeated hour counts once.
 */
export function nextRun(times: RunTimes, after: Date): Date {
  const today = Math.floor(localTime(after.getTime(), times.timeZone) / DAY) * DAY;
  for (let n = 0; n < LOOKED_AT; n++) {
    const day = new Date(today + n * DAY);
    if (!isDay(times, day)) continue;
    const moment = momentOf(day.getTime() + times.hour * 60 * 60 * 1000, times.timeZone);
    if (moment > after.getTime()) return new Date(moment);
  }
  throw new Error('no day fits the schedule');
}

/** Returns the local day (YYYY-MM-DD) in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
  return new Date(localTime(at.getTime(), timeZone)).toISOString().slice(0, 10);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Reports whether a frequency has such a day. */
export function isDayOf(frequency: ReportFrequency, day: number): boolean {
  return Number.isInteger(day) && day >= 1 && day <= (frequency === 'WEEKLY' ? 7 : 31);
}

/** @param day the start of a day, with its local date in UTC fields */
function isDay({ frequency, day: wanted }: RunTimes, day: Date): boolean {
  if (frequency === 'WEEKLY') return (day.getUTCDay() || 7) === wanted;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(wanted, last);
}

/** Returns the local time of a zone, in ms as if it were UTC. */
function localTime(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** Returns the time at which a zone has a local time. */
function momentOf(local: number, timeZone: string): number {
  const offsetAt = (moment: number): number => localTime(moment, timeZone) - moment;
  return local - offsetAt(local - offsetAt(local));
}
