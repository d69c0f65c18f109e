import { sql, type RawBuilder } from 'kysely';
import type { AlertSort, Severity } from '@cam/contracts/server';

/** Importance of an alert of each severity. A group has the sum of its alerts. */
const WEIGHTS: Readonly<Record<Severity, number>> = { HIGH: 100, MEDIUM: 70, LOW: 40 };

/**
 * Returns the importance of an alert. The list, the groups and the choice of a group's element all use it: an alert with a greater importance comes
 * first. The number of resources and the time decide between equal ones.
 */
export function importanceOf({ severity }: { severity: Severity }): number {
  return WEIGHTS[severity];
}

/** The importance of the alert in the row, as `importanceOf` gives it. */
const IMPORTANCE = sql<number>`case severity ${sql.join(
  Object.entries(WEIGHTS).map(([severity, weight]) => sql`when ${sql.lit(severity)} then ${sql.lit(weight)}`),
  sql` `,
)} end`;

/** Values for an order that the table of alerts does not hold. */
export interface OrderContext {
  /** Names of accounts by id, as JSON. */
  accountNames: string;
  /** The number of resources that an alert covers. */
  reached: RawBuilder<number>;
  /** The day on which an alert is due. */
  dueOn: RawBuilder<string>;
}

/** Statuses in the order of the work: new, open, waiting for a snapshot, dismissed, closed. */
const STATUS = sql`case when status = 'ALERT_STATUS_NEW' then 0 when status = 'ALERT_STATUS_OPEN' and remediated_at is null then 1
  when status = 'ALERT_STATUS_OPEN' then 2 when status = 'ALERT_STATUS_IGNORE' then 3 else 4 end`;

/** Returns the expressions to sort alerts by, the first decides. Without a sort, the newest alerts come first. */
export function alertOrder(
  { sort, descending = false }: { sort?: AlertSort; descending?: boolean },
  { accountNames, reached, dueOn }: OrderContext,
): RawBuilder<unknown>[] {
  const by = (expression: RawBuilder<unknown>, isDown = descending): RawBuilder<unknown> =>
    isDown ? sql`${expression} desc nulls last` : sql`${expression} asc nulls last`;
  const newest = [by(sql`alert_time`, true), by(IMPORTANCE, true)];
  const name = by(sql`lower(monitor_name)`, false);
  const entity = by(sql`lower(subject_name)`, false);
  const first: Record<AlertSort, RawBuilder<unknown>[]> = {
    // The most important first is the ascending order, as the first in a ranking.
    PRIORITY: [by(IMPORTANCE, !descending), by(reached, true), ...newest],
    SEVERITY: [by(IMPORTANCE, !descending), ...newest],
    NAME: [by(sql`lower(monitor_name)`), ...newest],
    ENTITY: [by(sql`lower(subject_name)`), ...newest],
    TYPE: [by(sql`subject_type`), ...newest],
    RESOURCES: [by(reached), ...newest],
    SOURCE: [by(sql`lower(coalesce(${accountNames}::jsonb ->> account_id, account_id))`), ...newest],
    STATUS: [by(STATUS), ...newest],
    ASSIGNEE: [by(sql`lower(assignee)`), ...newest],
    DUE_DATE: [by(dueOn), ...newest],
    TIME: [by(sql`alert_time`), by(IMPORTANCE, true)],
  };
  return [...(sort ? first[sort] : newest), name, entity, by(sql`alert_id`, false)];
}
