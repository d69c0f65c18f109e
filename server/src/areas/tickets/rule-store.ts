import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { isOneOf } from '../../platform/db/is-one-of';
import type { TicketRuleTable } from './tables';

export type RuleRow = Selectable<TicketRuleTable>;

/** Returns the rules, oldest first, with the names of their connections and the number of tickets that each made. */
export async function listRules(tx: Tx, tenantId: string): Promise<(RuleRow & { connection_label: string; tickets: number })[]> {
  return tx
    .selectFrom('ticket_rule as r')
    .innerJoin('product_connection as c', (on) => on.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.connection_id', '=', 'r.connection_id'))
    .selectAll('r')
    .select('c.label as connection_label')
    .select(sql<number>`(select count(*)::int from ticket t where t.tenant_id = r.tenant_id and t.rule_id = r.rule_id)`.as('tickets'))
    .where('r.tenant_id', '=', tenantId)
    .orderBy('r.created_at')
    .orderBy('r.rule_id')
    .execute();
}

export async function saveRule(tx: Tx, { tenant_id, rule_id, created_by, created_at, ...row }: RuleRow): Promise<void> {
  const { severities, monitor_ids, account_ids } = row;
  const lists = { severities: JSON.stringify(severities), monitor_ids: JSON.stringify(monitor_ids), account_ids: JSON.stringify(account_ids) };
  const change = { ...row, ...lists };
  await tx
    .insertInto('ticket_rule')
    .values({ tenant_id, rule_id, created_by, created_at: new Date(created_at), ...change })
    .onConflict((on) => on.columns(['tenant_id', 'rule_id']).doUpdateSet(change))
    .execute();
}

export async function lockRule(tx: Tx, tenantId: string, ruleId: string): Promise<RuleRow | undefined> {
  return tx
    .selectFrom('ticket_rule')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, rule_id: ruleId }))
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteRule(tx: Tx, tenantId: string, ruleId: string): Promise<void> {
  await tx
    .deleteFrom('ticket_rule')
    .where((is) => is.and({ tenant_id: tenantId, rule_id: ruleId }))
    .execute();
}

/** Counts the tickets that a rule made since a time. */
export async function countMade(tx: Tx, tenantId: string, ruleId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('ticket')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((is) => is.and({ tenant_id: tenantId, rule_id: ruleId }))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the alerts that have a ticket in a connection, whatever became of it. */
export async function alertsWithTicket(tx: Tx, tenantId: string, connectionId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('ticket_alert as a')
    .innerJoin('ticket as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.ticket_id', '=', 'a.ticket_id'))
    .select('a.alert_id')
    .where('t.tenant_id', '=', tenantId)
    .where('t.connection_id', '=', connectionId)
    .execute();
  return new Set(rows.map(({ alert_id: id }) => id));
}

/** Returns those of the labels that have a ticket in a connection. */
export async function labelsWithTicket(tx: Tx, tenantId: string, connectionId: string, labels: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('ticket')
    .select('label')
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .where(isOneOf('label', labels))
    .execute();
  return new Set(rows.map(({ label }) => label));
}
