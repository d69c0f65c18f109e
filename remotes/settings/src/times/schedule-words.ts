import { WEEKDAYS, type DigestTime, type NotificationSchedule, type Severity } from '@cam/contracts';

export const DIGEST_LABELS: readonly { value: DigestTime; label: string }[] = [
  { value: 'AT_ONCE', label: 'At once' },
  { value: 'HOURLY', label: 'Hourly digest' },
  { value: 'DAILY', label: 'Daily digest' },
];

export const SEVERITY_LABELS: readonly { severity: Severity; label: string }[] = [
  { severity: 'HIGH', label: 'High alerts' },
  { severity: 'MEDIUM', label: 'Medium alerts' },
  { severity: 'LOW', label: 'Low alerts' },
];

/** Quiet hours that a tenant gets when it turns them on: every night. */
export const NIGHTS: NonNullable<NotificationSchedule['quiet']> = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00', except_high: true };

/** Weekdays by their numbers of ISO 8601. */
export const DAY_OPTIONS = WEEKDAYS.map((label, index) => ({ value: index + 1, label }));

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

type ScheduleErrors = Partial<Record<'quiet' | 'digest_at', string>>;

/** Returns a message for each part of a schedule that the server would refuse. */
export function scheduleErrors({ quiet, digests, digest_at: at }: NotificationSchedule): ScheduleErrors {
  const isDaily = Object.values(digests).includes('DAILY');
  return {
    ...(quiet === null ? {} : quietError(quiet)),
    ...(isDaily && !TIME.test(at) ? { digest_at: 'Enter the time of the daily digest.' } : {}),
  };
}

function quietError({ days, from, to }: NonNullable<NotificationSchedule['quiet']>): ScheduleErrors {
  if (days.length === 0) return { quiet: 'Choose at least one day.' };
  if (!TIME.test(from) || !TIME.test(to)) return { quiet: 'Enter when quiet hours start and end.' };
  return days.length === 7 && from === to ? { quiet: 'Quiet hours must end: choose fewer days, or another end.' } : {};
}

/** Describes quiet hours: "From 22:00 until 07:00 of the next day. …" */
export function quietWords({ from, to }: NonNullable<NotificationSchedule['quiet']>): string {
  return `From ${from} until ${to}${to > from ? '' : ' of the next day'}. Messages wait until then and arrive as one digest.`;
}
