import type { ReportFrequency } from '@cam/contracts/server';

/** When a schedule runs; `day` is a weekday of ISO 8601, from 1, or a day of the month. */
export interface RunTimes {
  frequency: ReportFrequency;
  day: number;
  hour: number;
  /** IANA name. */
  timeZone: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Days among which one that fits is found: a month and what is left of this one. */
const LOOKED_AT = 63;

/**
 * The first moment after another at which a schedule is due. A month without the day has it on its last one; an hour that a change of the clocks
 * leaves out is the one behind it, one that comes twice is taken once.
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

/** The day (YYYY-MM-DD) that it is in a time zone. */
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

/** Whether there is such a day in a frequency. */
export function isDayOf(frequency: ReportFrequency, day: number): boolean {
  return Number.isInteger(day) && day >= 1 && day <= (frequency === 'WEEKLY' ? 7 : 31);
}

/** @param day the beginning of a day, its numbers read as of UTC */
function isDay({ frequency, day: wanted }: RunTimes, day: Date): boolean {
  if (frequency === 'WEEKLY') return (day.getUTCDay() || 7) === wanted;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(wanted, last);
}

/** What clocks of a zone show at a moment, as if it were UTC. Both in ms. */
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

/** The moment at which clocks of a zone show a time. */
function momentOf(local: number, timeZone: string): number {
  const offsetAt = (moment: number): number => localTime(moment, timeZone) - moment;
  return local - offsetAt(local - offsetAt(local));
}
