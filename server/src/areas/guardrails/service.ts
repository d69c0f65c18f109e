import { randomUUID } from 'node:crypto';
import type { GuardrailNotify, Monitor } from '@cam/contracts/server';
import type { AlertsService, MonitorAlerts } from '../alerts';
import type { Context } from '../../platform/context';
import { conflict, notFound, unprocessable, type ApiError } from '../../platform/http/errors';
import { MOST_ROWS } from './evaluate';
import { brokenGuardrailRules } from './guardrail-rules';
import * as store from './store';

/** The queries that guardrails need. */
export interface GuardrailQueries {
  /** Returns the query as one English sentence; throws 422 with position and expected words if it is incomplete. */
  meaning(query: string): string;
}

export type NewGuardrail = Pick<store.GuardrailFields, 'name' | 'query' | 'severity'> & store.GuardrailChange;

/** Defaults of a new guardrail, as in the empty form. */
export const DEFAULTS = {
  description: '',
  label: 'Custom',
  category: [] as string[],
  remediation: '',
  audit: '',
  suppression_create: 'ALERT_SUPPRESSION_NONE',
  suppression_delete: 'ALERT_SUPPRESSION_BOTH',
  notify: { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false } as GuardrailNotify,
} as const satisfies Partial<store.GuardrailFields>;

export class GuardrailsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: {
      queries: GuardrailQueries;
      alerts: AlertsService;
      evaluator: { queue(tenantId: string): Promise<void> };
      /** Returns recipients without blanks and duplicates. Throws 422 with every recipient that the tenant's settings would not accept either. */
      checkRecipients: (notify: GuardrailNotify) => Promise<GuardrailNotify>;
      notifications: { queue(tenantId: string): Promise<void> };
    },
  ) {}

  /** Returns guardrails by name, with their alerts of all accounts or one. */
  async list(tenantId: string, options: { enabledOnly: boolean; accountId: string | null }): Promise<Monitor[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await store.listGuardrails(tx, tenantId, options.enabledOnly);
      const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, options.accountId);
      const evaluations = await store.readEvaluations(tx, tenantId);
      return rows.map((row) => toMonitor(row, alertsOf(row.monitor_id), evaluations));
    });
  }

  async counts(tenantId: string): Promise<{ total: number; active: number }> {
    return this.ctx.db.tenant(tenantId, (tx) => store.countGuardrails(tx, tenantId));
  }

  /** @throws ApiError 422 with every invalid field, or with the position of an error in the query */
  async create(tenantId: string, input: NewGuardrail, by: string): Promise<Monitor> {
    const fields = await this.#checked({ ...DEFAULTS, alerts_enabled: false, ...input });
    const row = await this.ctx.db.tenant(tenantId, (tx) => store.insertGuardrail(tx, tenantId, randomUUID(), fields, by));
    if (row.alerts_enabled) await this.deps.evaluator.queue(tenantId);
    return toMonitor(row, { open: 0, lastAlertAt: null }, new Map());
  }

  /**
   * Changes one guardrail.
   * @param version the version that the caller read; without it, the change overwrites concurrent ones
   */
  async change(tenantId: string, monitorId: string, change: store.GuardrailChange, version: number | undefined, by: string): Promise<Monitor> {
    const checked = await this.#checked(change);
    const monitor = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [found] = await store.lockGuardrails(tx, tenantId, [monitorId]);
      if (!found) throw unknownGuardrail();
      const { alerts_enabled: _alerting, notify: _notify, ...rest } = checked;
      if (found.auto_create && Object.values(rest).some((value) => value !== undefined)) {
        throw conflict('GUARDRAIL_BUILT_IN', `"${found.name}" is built in. Only its alerting can be changed.`);
      }
      if (version !== undefined && version !== found.version) {
        throw conflict('GUARDRAIL_CHANGED', `${found.changed_by} has changed this guardrail since you opened it. Reload it and repeat your change.`, {
          version: found.version,
        });
      }
      const [row = found] = await store.updateGuardrails(tx, tenantId, [monitorId], checked, by);
      const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, null);
      return toMonitor(row, alertsOf(monitorId), await store.readEvaluations(tx, tenantId, monitorId));
    });
    await this.deps.evaluator.queue(tenantId);
    // A lower threshold may cover alerts that nobody was notified of.
    if (checked.notify) await this.deps.notifications.queue(tenantId);
    return monitor;
  }

  /** Enables or disables the alerting of guardrails; none if one of them does not exist. */
  async switchAlerting(tenantId: string, ids: readonly string[], enabled: boolean, by: string): Promise<Monitor[]> {
    const monitors = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await store.lockGuardrails(tx, tenantId, ids);
      if (found.length !== new Set(ids).size) throw notFound('Some of these guardrails no longer exist. Nothing was changed. Reload the list.');
      const rows = await store.updateGuardrails(tx, tenantId, ids, { alerts_enabled: enabled }, by);
      const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, null);
      const evaluations = await store.readEvaluations(tx, tenantId);
      return rows.map((row) => toMonitor(row, alertsOf(row.monitor_id), evaluations));
    });
    await this.deps.evaluator.queue(tenantId);
    return monitors;
  }

  /** Deletes guardrails and closes their alerts; none if one of them does not exist or is built in. */
  async remove(tenantId: string, monitorIds: readonly string[], by: string): Promise<void> {
    const ids = [...new Set(monitorIds)];
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await store.lockGuardrails(tx, tenantId, ids);
      if (found.length !== ids.length) throw unknownGuardrail();
      const builtIn = found.find(({ auto_create: isBuiltIn }) => isBuiltIn);
      if (builtIn) throw conflict('GUARDRAIL_BUILT_IN', `"${builtIn.name}" is built in and cannot be deleted. Disable its alerting instead.`);
      for (const id of ids) {
        await store.deleteGuardrail(tx, tenantId, id);
        await this.deps.alerts.closeOfMonitor(tx, tenantId, id, by);
      }
    });
  }

  /** Returns the fields for storage. An empty description becomes the meaning of the query. */
  async #checked<F extends store.GuardrailChange>(input: F): Promise<F> {
    const fields = brokenGuardrailRules(input);
    if (fields[0]) throw unprocessable('INVALID_INPUT', fields[0].message, { fields });
    const checked = { ...input };
    if (input.name !== undefined) checked.name = input.name.trim();
    if (input.notify) checked.notify = await this.deps.checkRecipients(input.notify);
    if (input.query === undefined) return checked;
    checked.query = input.query.trim();
    const meaning = this.deps.queries.meaning(checked.query);
    if (input.description !== undefined && input.description.trim() === '') checked.description = meaning;
    return checked;
  }
}

function unknownGuardrail(): ApiError {
  return notFound('This guardrail no longer exists. Reload the list.');
}

function toMonitor(row: store.GuardrailRow, alerts: MonitorAlerts, evaluations: ReadonlyMap<string, store.EvaluationRow>): Monitor {
  const evaluation = evaluations.get(row.monitor_id);
  return {
    monitor_id: row.monitor_id,
    name: row.name,
    severity: row.severity,
    query: row.query,
    description: row.description,
    label: row.label,
    category: row.category,
    remediation: row.remediation,
    audit: row.audit,
    suppression_create: row.suppression_create,
    suppression_delete: row.suppression_delete,
    auto_create: row.auto_create,
    alerts_enabled: row.alerts_enabled,
    alerts_since: row.alerts_since === null ? null : new Date(row.alerts_since).toISOString(),
    notify: row.notify ?? DEFAULTS.notify,
    last_alert_date: alerts.lastAlertAt?.toISOString() ?? null,
    create_date: new Date(row.created_at).toISOString(),
    failed_count: alerts.open,
    user_id: row.created_by,
    version: row.version,
    changed_by: row.changed_by,
    evaluated_at: evaluation ? new Date(evaluation.evaluated_at).toISOString() : null,
    evaluation_note: evaluation ? noteOf(evaluation) : null,
  };
}

/** Returns a note about the last evaluation; null if it succeeded. */
function noteOf({ error, is_cut: isCut, findings }: store.EvaluationRow): string | null {
  if (error !== null) return `The query failed: ${error}`;
  return isCut
    ? `The query returns more than ${MOST_ROWS.toLocaleString('en')} rows. Only the first ones are watched (at most ${findings} alerts). Narrow the query.`
    : null;
}
