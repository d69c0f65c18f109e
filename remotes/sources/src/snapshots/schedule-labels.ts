import type { RunTrigger, ScheduleStep, SnapshotSchedule, SourceSnapshot } from '@cam/contracts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The steps as somebody chooses among them; without one, a snapshot is taken a day after the last. */
export const STEP_LABELS: Readonly<Record<ScheduleStep | 'AFTER_A_DAY', string>> = {
  AFTER_A_DAY: 'Once a day, 24 hours after the last one',
  EVERY_6_HOURS: 'Every 6 hours',
  EVERY_12_HOURS: 'Every 12 hours',
  DAILY: 'Every day at a time',
  WEEKLY: 'Every week at a time',
  NEVER: 'Never by itself',
};

export const TRIGGER_LABELS: Readonly<Record<RunTrigger, string>> = {
  SCHEDULE: 'Schedule',
  ON_DEMAND: 'On demand',
  IMPORT: 'Import',
  CONNECTION: 'Connection',
};

/** Of the browser, by the IANA database. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** When snapshots of a source are taken: `Mondays at 03:00 (Europe/Berlin)`; the zone is named where it is not that of whoever looks. */
export function scheduleLabel({ is_connected: isConnected, schedule }: Pick<SourceSnapshot, 'is_connected' | 'schedule'>, ownZone: string): string {
  if (!isConnected) return 'Imports alone';
  if (schedule === null) return 'Once a day';
  const { every, at, weekday, time_zone: zone } = schedule;
  const time = `at ${at}${zone === ownZone ? '' : ` (${zone})`}`;
  if (every === 'DAILY') return `Daily ${time}`;
  return every === 'WEEKLY' ? `${WEEKDAYS[weekday] ?? ''}s ${time}` : every === 'NEVER' ? 'Never by itself' : STEP_LABELS[every];
}

export function isSameSchedule(one: SnapshotSchedule | null, other: SnapshotSchedule | null): boolean {
  if (one === null || other === null) return one === other;
  return one.every === other.every && one.at === other.at && one.weekday === other.weekday && one.time_zone === other.time_zone;
}

/** What the form begins with where a source has no schedule of its own. */
export function newSchedule(every: ScheduleStep, timeZone: string): SnapshotSchedule {
  return { every, at: '03:00', weekday: 0, time_zone: timeZone };
}

/** `2 errors, 1 warning`; empty where there are none. */
export function messageCountLabel({ error_count: errors, warning_count: warnings }: Pick<SourceSnapshot, 'error_count' | 'warning_count'>): string {
  const counted = (count: number, one: string): string[] => (count > 0 ? [`${count} ${one}${count === 1 ? '' : 's'}`] : []);
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')].join(', ');
}

/** Between beginning and end of a run, s; null: not known. */
export function durationSeconds({ began_time: began, ended_time: ended }: Pick<SourceSnapshot, 'began_time' | 'ended_time'>): number | null {
  return began === null || ended === null ? null : Math.max(1, Math.round((Date.parse(ended) - Date.parse(began)) / 1000));
}
