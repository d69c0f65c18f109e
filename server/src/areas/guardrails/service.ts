import { randomUUID } from 'node:crypto';
import type { Monitor } from '@cam/contracts/server';
import type { AlertsService, MonitorAlerts } from '../alerts';
import type { Context } from '../../platform/context';
import { conflict, notFound, unprocessable, type ApiError } from '../../platform/http/errors';
import { MOST_ROWS } from './evaluate';
import { brokenGuardrailRules } from './guardrail-rules';
import * as store from './store';

/** What guardrails ask of the query area. */
export interface GuardrailQueries {
  /** The query as one English sentence; throws 422 with position and expected words where it is not a whole query. */
  meaning(query: string): string;
}

export type NewGuardrail = Pick<store.GuardrailFields, 'name' | 'query' | 'severity'> & Partial<store.GuardrailFields>;

/** Ignore Delete is on for both, Ignore Create is off, as in a fresh form. */
export const DEFAULTS = {
  description: '',
  label: 'Custom',
  category: [] as string[],
  remediation: '',
  audit: '',
  suppression_create: 'ALERT_SUPPRESSION_NONE',
  suppression_delete: 'ALERT_SUPPRESSION_BOTH',
} as const satisfies Partial<store.GuardrailFields>;

export class GuardrailsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: { queries: GuardrailQueries; alerts: AlertsService; evaluator: { queue(tenantId: string): Promise<void> } },
  ) {}

  /** Guardrails by name, with their alerts of all accounts or of one. */
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

  /** 422 names every field that breaks a rule, or the place where the query goes wrong. */
  async create(tenantId: string, input: NewGuardrail, by: string): Promise<Monitor> {
    const fields = this.#checked({ ...DEFAULTS, ...input });
    const row = await this.ctx.db.tenant(tenantId, (tx) => store.insertGuardrail(tx, tenantId, randomUUID(), fields, by));
    return toMonitor(row, { open: 0, lastAlertAt: null }, new Map());
  }

  /**
   * Changes one guardrail.
   * @param version of the guardrail as the caller read it; without it the change is written whatever happened meanwhile
   */
  async change(tenantId: string, monitorId: string, change: store.GuardrailChange, version: number | undefined, by: string): Promise<Monitor> {
    const checked = this.#checked(change);
    const monitor = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [found] = await store.lockGuardrails(tx, tenantId, [monitorId]);
      if (!found) throw unknownGuardrail();
      const { alerts_enabled: _alerting, ...rest } = checked;
      if (found.auto_create && Object.values(rest).some((value) => value !== undefined)) {
        throw conflict('GUARDRAIL_BUILT_IN', `"${found.name}" is built in. Only its alerting can be changed.`);
      }
      if (version !== undefined && version !== found.version) {
        throw conflict('GUARDRAIL_CHANGED', `${found.changed_by} changed this guardrail meanwhile. Reload it and make your change again.`, {
          version: found.version,
        });
      }
      const [row = found] = await store.updateGuardrails(tx, tenantId, [monitorId], checked, by);
      const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, null);
      return toMonitor(row, alertsOf(monitorId), await store.readEvaluations(tx, tenantId, monitorId));
    });
    await this.deps.evaluator.queue(tenantId);
    return monitor;
  }

  /** Switches the alerting of all of these guardrails or, where one does not exist, of none. */
  async switchAlerting(tenantId: string, ids: readonly string[], enabled: boolean, by: string): Promise<Monitor[]> {
    const monitors = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await store.lockGuardrails(tx, tenantId, ids);
      if (found.length !== new Set(ids).size) throw notFound('Some of these guardrails do not exist any more. Nothing was changed: reload the list.');
      const rows = await store.updateGuardrails(tx, tenantId, ids, { alerts_enabled: enabled }, by);
      const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, null);
      const evaluations = await store.readEvaluations(tx, tenantId);
      return rows.map((row) => toMonitor(row, alertsOf(row.monitor_id), evaluations));
    });
    await this.deps.evaluator.queue(tenantId);
    return monitors;
  }

  /** Deletes all of these guardrails or, where one does not exist or is built in, none, and closes what they raised. */
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

  /** The fields as they are stored. An empty description becomes what the query means. */
  #checked<F extends store.GuardrailChange>(input: F): F {
    const fields = brokenGuardrailRules(input);
    if (fields[0]) throw unprocessable('INVALID_INPUT', fields[0].message, { fields });
    const checked = { ...input };
    if (input.name !== undefined) checked.name = input.name.trim();
    if (input.query === undefined) return checked;
    checked.query = input.query.trim();
    const meaning = this.deps.queries.meaning(checked.query);
    if (input.description !== undefined && input.description.trim() === '') checked.description = meaning;
    return checked;
  }
}

function unknownGuardrail(): ApiError {
  return notFound('There is no such guardrail any more. Reload the list.');
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

/** What somebody has to know of the last look of a guardrail at the graph; null where all went well. */
function noteOf({ error, is_cut: isCut, findings }: store.EvaluationRow): string | null {
  if (error !== null) return `It cannot be asked: ${error}`;
  return isCut
    ? `It finds more than ${MOST_ROWS.toLocaleString('en')} accesses, of which only the first (${findings} alerts at most) are watched. Narrow its query.`
    : null;
}
