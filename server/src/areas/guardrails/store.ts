import { sql, type Selectable } from 'kysely';
import { SEVERITIES, type AlertSuppression, type GuardrailNotify, type Severity } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { GuardrailEvaluationTable, GuardrailTable } from './tables';

export type GuardrailRow = Selectable<GuardrailTable>;

/** The fields of a guardrail that users can write. */
export interface GuardrailFields {
  name: string;
  severity: Severity;
  query: string;
  description: string;
  label: string;
  category: string[];
  remediation: string;
  audit: string;
  suppression_create: AlertSuppression;
  suppression_delete: AlertSuppression;
  notify: GuardrailNotify;
}

export type GuardrailChange = Partial<GuardrailFields> & { alerts_enabled?: boolean };

/** Returns guardrails by name; with equal names, the older first. */
export async function listGuardrails(tx: Tx, tenantId: string, enabledOnly: boolean): Promise<GuardrailRow[]> {
  let query = tx.selectFrom('guardrail').selectAll().where('tenant_id', '=', tenantId);
  if (enabledOnly) query = query.where('alerts_enabled', '=', true);
  return query.orderBy('name').orderBy('created_at').orderBy('monitor_id').execute();
}

/** A guardrail that raises alerts. */
export type WatchedGuardrail = Pick<GuardrailRow, 'monitor_id' | 'name' | 'severity' | 'query'>;

/** Returns the guardrails that raise alerts, the most severe first, then by name. */
export async function listWatched(tx: Tx, tenantId: string): Promise<WatchedGuardrail[]> {
  const rows = await listGuardrails(tx, tenantId, true);
  return rows.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** Returns the notifications of guardrails that differ from the defaults, by id. */
export async function readNotify(tx: Tx, tenantId: string): Promise<Map<string, GuardrailNotify>> {
  const rows = await tx
    .selectFrom('guardrail')
    .select(['monitor_id', 'notify'])
    .where('tenant_id', '=', tenantId)
    .where('notify', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ monitor_id: id, notify }) => (notify === null ? [] : [[id, notify] as const])));
}

/** Returns what guardrails recommend to end their findings, by id. */
export async function readRemediations(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('guardrail')
    .select(['monitor_id', 'remediation'])
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ monitor_id: id, remediation }) => [id, remediation]));
}

export async function countGuardrails(tx: Tx, tenantId: string): Promise<{ total: number; active: number }> {
  const row = await tx
    .selectFrom('guardrail')
    .select((eb) => [eb.fn.countAll().as('total'), eb.fn.countAll().filterWhere('alerts_enabled', '=', true).as('active')])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), active: Number(row.active) };
}

export async function insertGuardrail(
  tx: Tx,
  tenantId: string,
  monitorId: string,
  { alerts_enabled: isOn, ...fields }: GuardrailFields & { alerts_enabled: boolean },
  by: string,
): Promise<GuardrailRow> {
  return tx
    .insertInto('guardrail')
    .values({
      ...fields,
      tenant_id: tenantId,
      monitor_id: monitorId,
      category: JSON.stringify(fields.category),
      notify: JSON.stringify(fields.notify),
      auto_create: false,
      alerts_enabled: isOn,
      alerts_since: isOn ? new Date() : null,
      created_by: by,
      changed_by: by,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns and locks guardrails until the transaction ends. It skips unknown ids, and locks in a fixed order to prevent deadlocks. */
export async function lockGuardrails(tx: Tx, tenantId: string, ids: readonly string[]): Promise<GuardrailRow[]> {
  return tx
    .selectFrom('guardrail')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', 'in', [...ids])
    .orderBy('monitor_id')
    .forUpdate()
    .execute();
}

/** Applies the same change to several guardrails. */
export async function updateGuardrails(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  change: GuardrailChange,
  by: string,
): Promise<GuardrailRow[]> {
  const { category, notify, ...plain } = change;
  return tx
    .updateTable('guardrail')
    .set((eb) => ({
      ...plain,
      ...(category ? { category: JSON.stringify(category) } : {}),
      ...(notify ? { notify: JSON.stringify(notify) } : {}),
      ...(plain.alerts_enabled === undefined
        ? {}
        : {
            alerts_since: plain.alerts_enabled
              ? sql<Date | null>`case when alerts_enabled then alerts_since else ${new Date()}::timestamptz end`
              : null,
          }),
      changed_by: by,
      changed_at: new Date(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', 'in', [...ids])
    .returningAll()
    .execute();
}

export async function deleteGuardrail(tx: Tx, tenantId: string, monitorId: string): Promise<void> {
  await tx.deleteFrom('guardrail').where('tenant_id', '=', tenantId).where('monitor_id', '=', monitorId).execute();
}

export type EvaluationRow = Selectable<GuardrailEvaluationTable>;

/** Returns the last evaluations by guardrail, of all or one. */
export async function readEvaluations(tx: Tx, tenantId: string, monitorId?: string): Promise<Map<string, EvaluationRow>> {
  let query = tx.selectFrom('guardrail_evaluation').selectAll().where('tenant_id', '=', tenantId);
  if (monitorId !== undefined) query = query.where('monitor_id', '=', monitorId);
  return new Map((await query.execute()).map((row) => [row.monitor_id, row]));
}

export interface Evaluation {
  snapshotId: number;
  query: string;
  mayRaise: boolean;
  findings: number;
  isCut: boolean;
  error: string | null;
  /** Fingerprint of what the query read beside the graph. */
  beside: string;
}

export async function saveEvaluation(tx: Tx, tenantId: string, monitorId: string, evaluation: Evaluation): Promise<void> {
  const { snapshotId, query, mayRaise, findings, isCut, error, beside } = evaluation;
  const now = new Date();
  const row = {
    snapshot_id: snapshotId,
    query,
    alerts_enabled: mayRaise,
    evaluated_at: now,
    asked_at: now,
    findings,
    is_cut: isCut,
    error,
    accounts: beside,
  };
  await tx
    .insertInto('guardrail_evaluation')
    .values({ tenant_id: tenantId, monitor_id: monitorId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'monitor_id']).doUpdateSet(row))
    .execute();
}

/** Marks the findings of guardrails as valid at a later snapshot, unless a guardrail was changed or evaluated meanwhile. */
export async function carryForwardEvaluations(
  tx: Tx,
  tenantId: string,
  guardrails: readonly Pick<GuardrailRow, 'monitor_id' | 'version'>[],
  span: { since: number; until: number },
): Promise<void> {
  const versions = JSON.stringify(guardrails.map(({ monitor_id: id, version }) => ({ id, version })));
  await sql`
    update guardrail_evaluation e set snapshot_id = ${span.until}, evaluated_at = ${new Date()}
    from guardrail g join jsonb_to_recordset(${versions}::jsonb) a(id text, version int) on g.monitor_id = a.id and g.version = a.version
    where e.tenant_id = ${tenantId} and g.tenant_id = ${tenantId} and e.monitor_id = g.monitor_id and e.snapshot_id = ${span.since}`.execute(tx);
}
