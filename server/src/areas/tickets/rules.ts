import { randomUUID } from 'node:crypto';
import { MOST_TICKET_RULES, MOST_TICKETS_A_DAY, type Api, type Severity, type Ticket, type TicketRule } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { AuditRecord } from '../../platform/http/audit-record';
import { ApiError, conflict, notFound } from '../../platform/http/errors';
import type { Connections } from './connections';
import * as store from './rule-store';
import type { RuleRow } from './rule-store';
import { labelOf } from './template';
import type { Tickets } from './tickets';

const JOB = 'tickets.rules';
const DAY = 86_400_000;

type NewRule = Omit<Api['POST /v1/tickets/rules']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type Conditions = Pick<RuleRow, 'connection_id' | 'about' | 'risk_above' | 'max_tier' | 'severities' | 'monitor_ids' | 'account_ids'>;

export interface RuleDependencies {
  connections: Pick<Connections, 'ticketSystem'>;
  tickets: Pick<Tickets, 'make'>;
  alerts: {
    meeting(
      tx: Tx,
      tenantId: string,
      conditions: { riskAbove: number | null; maxTier: number | null; severities: Severity[]; monitorIds: string[]; accountIds: string[] },
    ): Promise<{ alertId: string; finding: string }[]>;
    causesOf(tx: Tx, tenantId: string, alertIds: readonly string[]): Promise<{ key: string; ids: string[] }[]>;
  };
  /** Determines the causes of alerts that have none yet, by which they are grouped. */
  causes: { determine(tenantId: string, alertIds: readonly string[]): Promise<void> };
  record: (written: AuditRecord) => Promise<void>;
}

/** Tickets that a rule would make or extend now. */
interface Planned {
  about: Ticket['about'];
  /** No ticket is about it yet. */
  isNew: boolean;
  alerts: number;
}

/**
 * Rules that make tickets by themselves. They run after risks are computed, and make what **Make ticket** makes: the label of a ticket and the alerts that it has
 * keep a rule from making anything twice, also after a crash, beside people and beside other rules.
 */
export class TicketRules {
  constructor(
    private readonly ctx: Context,
    private readonly deps: RuleDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#run(tenantId, signal));
  }

  /** Queues a run of the tenant's rules, unless it has none. */
  async queue(tenantId: string): Promise<void> {
    const rules = await this.ctx.db.tenant(tenantId, (tx) => store.listRules(tx, tenantId));
    if (rules.length > 0) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  async list(tenantId: string): Promise<TicketRule[]> {
    return (await this.ctx.db.tenant(tenantId, (tx) => store.listRules(tx, tenantId))).map(toRule);
  }

  /** @throws ApiError 404 for an unknown connection, 409 above the limit, 422 for a connection without tickets */
  async add(tenantId: string, rule: NewRule, by: string): Promise<TicketRule> {
    const row: RuleRow = { ...columnsOf(rule), tenant_id: tenantId, rule_id: randomUUID(), created_by: by, created_at: new Date() };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await this.deps.connections.ticketSystem(tx, tenantId, row.connection_id);
      if ((await store.listRules(tx, tenantId)).length >= MOST_TICKET_RULES)
        throw conflict('TOO_MANY_RULES', `A tenant has at most ${MOST_TICKET_RULES} rules for tickets. Delete one first.`);
      await store.saveRule(tx, row);
    });
    await this.queue(tenantId);
    return this.#find(tenantId, row.rule_id);
  }

  /** @throws ApiError 404 for an unknown rule or connection, 422 for a connection without tickets */
  async change(tenantId: string, ruleId: string, change: Partial<NewRule>): Promise<{ before: TicketRule; after: TicketRule }> {
    const before = await this.#find(tenantId, ruleId);
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.lockRule(tx, tenantId, ruleId);
      if (!row) throw unknownRule();
      const { connection_id: connectionId } = change;
      if (connectionId !== undefined) await this.deps.connections.ticketSystem(tx, tenantId, connectionId);
      await store.saveRule(tx, { ...row, ...columnsOf({ ...row, ...change }) });
    });
    await this.queue(tenantId);
    return { before, after: await this.#find(tenantId, ruleId) };
  }

  /** @returns the deleted rule @throws ApiError 404 for an unknown one */
  async remove(tenantId: string, ruleId: string): Promise<TicketRule> {
    const before = await this.#find(tenantId, ruleId);
    await this.ctx.db.tenant(tenantId, (tx) => store.deleteRule(tx, tenantId, ruleId));
    return before;
  }

  /** Counts what a rule would make now. */
  async preview(tenantId: string, conditions: Conditions): Promise<{ alerts_count: number; tickets_count: number }> {
    await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.ticketSystem(tx, tenantId, conditions.connection_id));
    const planned = await this.#plan(tenantId, conditions);
    return {
      alerts_count: planned.reduce((sum, { alerts }) => sum + alerts, 0),
      tickets_count: planned.filter(({ isNew }) => isNew).length,
    };
  }

  async #run(tenantId: string, signal: AbortSignal): Promise<void> {
    for (const rule of await this.ctx.db.tenant(tenantId, (tx) => store.listRules(tx, tenantId))) {
      const made = await this.ctx.db.tenant(tenantId, (tx) => store.countMade(tx, tenantId, rule.rule_id, new Date(Date.now() - DAY)));
      let left = MOST_TICKETS_A_DAY - made;
      for (const { about, isNew } of await this.#plan(tenantId, rule)) {
        signal.throwIfAborted();
        if (isNew && left <= 0) continue;
        await this.#make(rule, about, isNew);
        if (isNew) left -= 1;
      }
    }
  }

  async #make(
    { tenant_id: tenantId, rule_id: ruleId, name, connection_id, connection_label }: RuleRow & { connection_label: string },
    about: Ticket['about'],
    isNew: boolean,
  ): Promise<void> {
    const actor = `Rule "${name}"`;
    try {
      const { title } = await this.deps.tickets.make(tenantId, connection_id, about, actor, ruleId);
      if (!isNew) return;
      const written = { call: 'POST /v1/tickets', subject: title, before: undefined, after: { connection: connection_label, about, rule: name } };
      await this.deps.record({ principal: { tenantId, email: actor }, address: '', ...written });
    } catch (error) {
      // The alert closed, or the connection ended, since the rule was read.
      if (!(error instanceof ApiError)) throw error;
      this.ctx.log.info({ tenantId, rule: ruleId, err: error }, 'a rule could not make a ticket');
    }
  }

  /** Returns the tickets that a rule would make now, about the riskiest alerts first. */
  async #plan(tenantId: string, rule: Conditions): Promise<Planned[]> {
    const { connection_id: connectionId, about: kind, risk_above: riskAbove, max_tier: maxTier, severities } = rule;
    const wanted = { riskAbove, maxTier, severities, monitorIds: rule.monitor_ids, accountIds: rule.account_ids };
    const { alerts } = this.deps;
    const meeting = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await alerts.meeting(tx, tenantId, wanted);
      const taken = found.length === 0 ? new Set<string>() : await store.alertsWithTicket(tx, tenantId, connectionId);
      return found.filter(({ alertId }) => !taken.has(alertId));
    });
    if (meeting.length === 0) return [];
    const ids = meeting.map(({ alertId }) => alertId);
    if (kind === 'GROUP') await this.deps.causes.determine(tenantId, ids);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const things =
        kind === 'GROUP'
          ? (await alerts.causesOf(tx, tenantId, ids)).map((part) => ({ key: part.key, thing: part.key, alerts: part.ids.length }))
          : oncePerFinding(meeting);
      const labelled = things.map((one) => ({ ...one, label: labelOf(tenantId, kind, one.thing) }));
      const labels = labelled.map(({ label }) => label);
      const existing = await store.labelsWithTicket(tx, tenantId, connectionId, labels);
      return labelled.map(({ key, alerts: count, label }) => ({ about: { kind, key }, isNew: !existing.has(label), alerts: count }));
    });
  }

  async #find(tenantId: string, ruleId: string): Promise<TicketRule> {
    const found = (await this.list(tenantId)).find(({ rule_id: id }) => id === ruleId);
    if (!found) throw unknownRule();
    return found;
  }
}

/** Returns one alert for each finding: a finding has one ticket. */
function oncePerFinding(alerts: readonly { alertId: string; finding: string }[]): { key: string; thing: string; alerts: number }[] {
  const byFinding = new Map<string, { key: string; thing: string; alerts: number }>();
  for (const { alertId, finding } of alerts) {
    const known = byFinding.get(finding);
    if (known) known.alerts += 1;
    else byFinding.set(finding, { key: alertId, thing: finding, alerts: 1 });
  }
  return [...byFinding.values()];
}

function columnsOf(rule: NewRule): Omit<RuleRow, 'tenant_id' | 'rule_id' | 'created_by' | 'created_at'> {
  const { name, connection_id, about, risk_above, max_tier, severities, monitor_ids, account_ids } = rule;
  return { name: name.trim(), connection_id, about, risk_above, max_tier, severities, monitor_ids, account_ids };
}

function toRule({ tenant_id: _tenant, tickets, created_at, ...row }: Awaited<ReturnType<typeof store.listRules>>[number]): TicketRule {
  return { ...row, tickets_count: tickets, created_time: new Date(created_at).toISOString() };
}

const unknownRule = () => notFound('This rule no longer exists. Reload the list.');
