import { instantOf, wallClock } from './wall-clock';

/** Views of the Snapshots page. */
export const SNAPSHOT_VIEWS = ['LAST_SNAPSHOT', 'HISTORY'] as const;
export type SnapshotView = (typeof SNAPSHOT_VIEWS)[number];

/** Triggers of a run: the schedule, a user, an imported bundle, or a changed connection. */
export const RUN_TRIGGERS = ['SCHEDULE', 'ON_DEMAND', 'IMPORT', 'CONNECTION'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** Snapshot intervals of a source. */
export const SCHEDULE_STEPS = ['NEVER', 'EVERY_6_HOURS', 'EVERY_12_HOURS', 'DAILY', 'WEEKLY'] as const;
export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

/** The snapshot schedule of a source. */
export interface SnapshotSchedule {
  every: ScheduleStep;
  /** Local time of the zone, HH:mm; for DAILY and WEEKLY. */
  at: string;
  /** Weekday, 0 is Sunday; for WEEKLY. */
  weekday: number;
  /** IANA time zone. */
  time_zone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const HOURS: Partial<Record<ScheduleStep, number>> = { EVERY_6_HOURS: 6, EVERY_12_HOURS: 12 };

/**
 * Returns the time of the next snapshot.
 * @param schedule null for the default, a day after the last one
 * @returns null for the schedule NEVER
 */
export function nextSnapshot(schedule: SnapshotSchedule | null, after: Date): Date | null {
  if (schedule === null) return new Date(after.getTime() + DAY);
  const { every, at, weekday, time_zone: timeZone } = schedule;
  if (every === 'NEVER') return null;
  const hours = HOURS[every];
  if (hours !== undefined) return new Date(after.getTime() + hours * HOUR);
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const today = wallClock(after, timeZone);
  // Nine days cover a weekday whose time has passed today.
  for (let day = 0; day <= 8; day += 1) {
    const wanted = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day, hour, minute);
    if (every === 'WEEKLY' && new Date(wanted).getUTCDay() !== weekday) continue;
    const due = instantOf(wanted, timeZone);
    if (due > after) return due;
  }
  return null;
}

/** Reports whether a text is an IANA time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
  } catch {
    return false;
  }
}
