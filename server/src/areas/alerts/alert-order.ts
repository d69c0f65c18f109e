import { sql, type RawBuilder } from 'kysely';
import type { AlertSort } from '@cam/contracts/server';

/**
 * Returns the share of an alert in the importance of its group. Each alert takes a decision, so one without any risk counts a little. The list orders
 * by the same risk.
 * @param alert with its stored risk; null: not computed yet
 */
export function importanceOf({ risk }: { risk: number | null }): number {
  return Math.max(1, risk ?? 0);
}

/** Severities from the highest, for the order of alerts with the same risk. */
const SEVERITY = sql`case severity when 'HIGH' then 3 when 'MEDIUM' then 2 else 1 end`;

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
  const riskiest = [by(sql`risk`, true), by(SEVERITY, true)];
  const newest = [by(sql`alert_time`, true), ...riskiest];
  const name = by(sql`lower(monitor_name)`, false);
  const entity = by(sql`lower(subject_name)`, false);
  const first: Record<AlertSort, RawBuilder<unknown>[]> = {
    // The most important first is the ascending order, as the first in a ranking.
    PRIORITY: [by(sql`risk`, !descending), by(SEVERITY, !descending), by(reached, true), ...newest],
    RISK: [by(sql`risk`), by(SEVERITY), by(reached, true), ...newest],
    SEVERITY: [by(SEVERITY, !descending), ...riskiest, ...newest],
    NAME: [by(sql`lower(monitor_name)`), ...newest],
    ENTITY: [by(sql`lower(subject_name)`), ...newest],
    TYPE: [by(sql`subject_type`), ...newest],
    RESOURCES: [by(reached), ...newest],
    SOURCE: [by(sql`lower(coalesce(${accountNames}::jsonb ->> account_id, account_id))`), ...newest],
    STATUS: [by(STATUS), ...newest],
    ASSIGNEE: [by(sql`lower(assignee)`), ...newest],
    DUE_DATE: [by(dueOn), ...newest],
    TIME: [by(sql`alert_time`), ...riskiest],
  };
  return [...(sort ? first[sort] : newest), name, entity, by(sql`alert_id`, false)];
}
