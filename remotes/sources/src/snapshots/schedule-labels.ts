import type { RunTrigger, ScheduleStep, SnapshotSchedule, SourceSnapshot } from '@cam/contracts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Options of the schedule dialog. AFTER_A_DAY is the default of a source without a schedule. */
export const STEP_LABELS: Readonly<Record<ScheduleStep | 'AFTER_A_DAY', string>> = {
  AFTER_A_DAY: 'Once a day, 24 hours after the last snapshot',
  EVERY_6_HOURS: 'Every 6 hours',
  EVERY_12_HOURS: 'Every 12 hours',
  DAILY: 'Every day at a set time',
  WEEKLY: 'Every week at a set time',
  NEVER: 'On demand only',
};

/** Labels of the run triggers. */
export const TRIGGER_LABELS: Readonly<Record<RunTrigger, string>> = {
  SCHEDULE: 'Schedule',
  ON_DEMAND: 'On demand',
  IMPORT: 'Import',
  CONNECTION: 'Connection',
};

/** Returns the IANA time zone of the browser. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns the schedule as text: `Mondays at 03:00 (Europe/Berlin)`. The zone is left out when it is the viewer's own.
 * @param ownZone IANA time zone of the viewer
 */
export function scheduleLabel({ is_connected: isConnected, schedule }: Pick<SourceSnapshot, 'is_connected' | 'schedule'>, ownZone: string): string {
  if (!isConnected) return 'Imports only';
  if (schedule === null) return 'Once a day';
  const { every, at, weekday, time_zone: zone } = schedule;
  const time = `at ${at}${zone === ownZone ? '' : ` (${zone})`}`;
  if (every === 'DAILY') return `Daily ${time}`;
  return every === 'WEEKLY' ? `${WEEKDAYS[weekday] ?? ''}s ${time}` : every === 'NEVER' ? 'On demand only' : STEP_LABELS[every];
}

/** Reports whether two schedules are equal; null is the default schedule. */
export function isSameSchedule(one: SnapshotSchedule | null, other: SnapshotSchedule | null): boolean {
  if (one === null || other === null) return one === other;
  return one.every === other.every && one.at === other.at && one.weekday === other.weekday && one.time_zone === other.time_zone;
}

/** Returns the initial schedule of the form for a source without one. */
export function newSchedule(every: ScheduleStep, timeZone: string): SnapshotSchedule {
  return { every, at: '03:00', weekday: 0, time_zone: timeZone };
}

/** Returns the number of messages as text: `2 errors, 1 warning`; empty when there are none. */
export function messageCountLabel({ error_count: errors, warning_count: warnings }: Pick<SourceSnapshot, 'error_count' | 'warning_count'>): string {
  const counted = (count: number, one: string): string[] => (count > 0 ? [`${count} ${one}${count === 1 ? '' : 's'}`] : []);
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')].join(', ');
}

/** Returns the duration of a run in whole seconds, at least 1; null when it is not known. */
export function durationSeconds({ began_time: began, ended_time: ended }: Pick<SourceSnapshot, 'began_time' | 'ended_time'>): number | null {
  return began === null || ended === null ? null : Math.max(1, Math.round((Date.parse(ended) - Date.parse(began)) / 1000));
}
