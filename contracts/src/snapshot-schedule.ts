/** The views of the page of snapshots. */
export const SNAPSHOT_VIEWS = ['LAST_SNAPSHOT', 'HISTORY'] as const;
export type SnapshotView = (typeof SNAPSHOT_VIEWS)[number];

/** What began a run of a source: its time had come, somebody asked, a bundle was brought along, or what connects it changed. */
export const RUN_TRIGGERS = ['SCHEDULE', 'ON_DEMAND', 'IMPORT', 'CONNECTION'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** How often snapshots of a source are taken. */
export const SCHEDULE_STEPS = ['NEVER', 'EVERY_6_HOURS', 'EVERY_12_HOURS', 'DAILY', 'WEEKLY'] as const;
export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

export interface SnapshotSchedule {
  every: ScheduleStep;
  /** HH:mm in the time zone, for DAILY and WEEKLY. */
  at: string;
  /** From Sunday, for WEEKLY. */
  weekday: number;
  /** Of the IANA database. */
  time_zone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const HOURS: Partial<Record<ScheduleStep, number>> = { EVERY_6_HOURS: 6, EVERY_12_HOURS: 12 };

/**
 * When the next snapshot is due.
 * @param schedule null: a day after the last one
 * @returns null: never by itself
 */
export function nextSnapshot(schedule: SnapshotSchedule | null, after: Date): Date | null {
  if (schedule === null) return new Date(after.getTime() + DAY);
  const { every, at, weekday, time_zone: timeZone } = schedule;
  if (every === 'NEVER') return null;
  const hours = HOURS[every];
  if (hours !== undefined) return new Date(after.getTime() + hours * HOUR);
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const today = wallClock(after, timeZone);
  // A day more than a week: the time of the same weekday may be over.
  for (let day = 0; day <= 8; day += 1) {
    const wanted = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day, hour, minute);
    if (every === 'WEEKLY' && new Date(wanted).getUTCDay() !== weekday) continue;
    const due = instantOf(wanted, timeZone);
    if (due > after) return due;
  }
  return null;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** What clocks in a time zone show, as if it were UTC. */
function wallClock(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as Intl.DateTimeFormatOptions).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

/** The instant at which clocks show this; where they skip it for summer time, as much later as they skip. */
function instantOf(wanted: number, timeZone: string): Date {
  const offsetAt = (instant: number): number => wallClock(new Date(instant), timeZone).getTime() - Math.floor(instant / 1000) * 1000;
  const first = wanted - offsetAt(wanted);
  const offset = offsetAt(first);
  const second = wanted - offset;
  return new Date(offsetAt(second) === offset ? second : Math.max(first, second));
}
