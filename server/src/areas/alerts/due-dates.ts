import { sql, type RawBuilder } from 'kysely';
import { SEVERITIES, type AlertPolicy } from '@cam/contracts/server';

/** Days from an alert to its due date, by severity. */
export type DueDays = AlertPolicy['due_days'];

/** The rules of a tenant that never changed them. */
export const DEFAULT_POLICY: AlertPolicy = { reason_required: false, due_days: { HIGH: 7, MEDIUM: 30, LOW: 90 } };

/** Returns the day (UTC) on which the alert in the row is due: the one that a user set, or the one of its severity. */
export function dueOn(dueDays: DueDays): RawBuilder<string> {
  const days = sql.join(
    SEVERITIES.map((severity) => sql`when ${severity} then ${sql.lit(dueDays[severity])}`),
    sql` `,
  );
  return sql<string>`coalesce(due_on, (alert_time at time zone 'UTC')::date + (case severity ${days} end))`;
}

/** Returns the condition that the alert in the row is open after its due date. */
export function isOverdue(dueDays: DueDays): RawBuilder<boolean> {
  return sql<boolean>`(status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN') and ${dueOn(dueDays)} < (now() at time zone 'UTC')::date)`;
}

/** Returns a day of the calendar (YYYY-MM-DD, UTC). */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
