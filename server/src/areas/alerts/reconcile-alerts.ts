import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { withEvent } from './alert-history';
import type { LiveAlert, Reconciliation } from './findings';

/** Alerts whose objects one statement reads or writes. */
const BATCH = 1000;

/** Returns the alerts of a guardrail that are not closed, with what they cover. */
export async function readLiveAlerts(tx: Tx, tenantId: string, monitorId: string): Promise<LiveAlert[]> {
  const alerts = await tx
    .selectFrom('alert')
    .select(['alert_id', 'finding_key', 'subject_uri', 'status', 'gone_reason', 'remediated_at'])
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', '=', monitorId)
    .where('status', '<>', 'ALERT_STATUS_CLOSE')
    .execute();
  const objects = await tx
    .selectFrom('alert_object as o')
    .innerJoin('alert as a', (join) => join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.alert_id', '=', 'o.alert_id'))
    .select(['o.alert_id', 'o.object_uri'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.monitor_id', '=', monitorId)
    .where('a.status', '<>', 'ALERT_STATUS_CLOSE')
    .execute();
  const urisOf = new Map<string, string[]>();
  for (const { alert_id: id, object_uri: uri } of objects) {
    const uris = urisOf.get(id);
    if (uris) uris.push(uri);
    else urisOf.set(id, [uri]);
  }
  return alerts.map((row) => ({
    alertId: row.alert_id,
    // A suppressed alert has a suffix after the key, so that a visible one can have the same finding.
    key: row.finding_key.split('\n')[0] ?? '',
    subjectUri: row.subject_uri,
    status: row.status as LiveAlert['status'],
    objectUris: urisOf.get(row.alert_id) ?? [],
    goneReason: row.gone_reason,
    isRemediated: row.remediated_at !== null,
  }));
}

/** The guardrail that raises alerts. */
export interface Raiser {
  monitorId: string;
  name: string;
  query: string;
  severity: Severity;
  /** Time of the evaluation: all alerts of one run have the same. */
  at: Date;
  /** The evaluated snapshot. */
  snapshotId: number;
}

/** Stores a reconciliation. @returns the ids of the new alerts and of those with fewer resources, and the number of closed ones */
export async function writeReconciliation(
  tx: Tx,
  tenantId: string,
  { monitorId, name, query, severity, at }: Raiser,
  { raise, close, hold, drop }: Reconciliation,
): Promise<{ raised: string[]; narrowed: string[]; closed: number }> {
  const now = new Date();
  const raised = raise.map(({ finding, suppressed }) => ({ alertId: randomUUID(), finding, suppressed }));
  await bulkInsert(
    tx,
    'alert',
    raised.map(({ alertId, finding, suppressed }) => ({
      tenant_id: tenantId,
      alert_id: alertId,
      monitor_id: monitorId,
      monitor_name: name,
      query,
      // One finding may have several alerts, each of which covers what was new at its time.
      finding_key: finding.objects.size === 0 ? finding.key : `${finding.key}\n${alertId}`,
      severity,
      status: suppressed ? ('ALERT_STATUS_NONE' as const) : ('ALERT_STATUS_NEW' as const),
      subject_uri: finding.subject.uri,
      subject_name: finding.subject.name,
      subject_type: finding.subject.type,
      account_id: finding.accountId,
      alert_time: at,
      status_changed_at: now,
      status_changed_by: null,
    })),
  );
  await bulkInsert(
    tx,
    'alert_object',
    raised.flatMap(({ alertId, finding }) =>
      [...finding.objects.values()].map((object) => ({
        tenant_id: tenantId,
        alert_id: alertId,
        object_uri: object.uri,
        object_name: object.name,
        object_type: object.type,
        account_id: object.accountId,
        actions_str: object.actions,
        conditional_actions_str: object.conditionalActions,
      })),
    ),
  );
  for (const ids of batches(close)) {
    await tx
      .updateTable('alert')
      .set({
        status: 'ALERT_STATUS_CLOSE',
        verifying_since: null,
        status_changed_at: now,
        status_changed_by: null,
        history: withEvent({ at: now.toISOString(), what: 'GONE', by: null, snapshot_time: null }),
      })
      .where('tenant_id', '=', tenantId)
      .where('alert_id', 'in', ids)
      .execute();
  }
  for (const { alertId, reason } of hold) {
    await tx.updateTable('alert').set({ gone_reason: reason }).where('tenant_id', '=', tenantId).where('alert_id', '=', alertId).execute();
  }
  for (const pairs of batches(drop)) {
    await sql`
      delete from alert_object o using jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) d("alertId" text, "objectUri" text)
      where o.tenant_id = ${tenantId} and o.alert_id = d."alertId" and o.object_uri = d."objectUri"`.execute(tx);
  }
  const narrowed = [...new Set(drop.map(({ alertId }) => alertId))];
  for (const ids of batches(narrowed))
    await tx.updateTable('alert').set({ causes_due: true }).where('tenant_id', '=', tenantId).where('alert_id', 'in', ids).execute();
  return {
    raised: raised.flatMap(({ alertId, suppressed }) => (suppressed ? [] : [alertId])),
    narrowed,
    closed: close.length,
  };
}

/**
 * Reopens remediated guardrail alerts whose finding a later snapshot of their account still contains.
 * @param monitorIds guardrails evaluated on the last snapshot
 * @param snapshotOf time of the last snapshot of each account
 */
export async function reopenRemediated(
  tx: Tx,
  tenantId: string,
  monitorIds: readonly string[],
  snapshotOf: ReadonlyMap<string, Date>,
): Promise<void> {
  if (monitorIds.length === 0) return;
  const waiting = await tx
    .selectFrom('alert')
    .select(['alert_id', 'account_id', 'remediated_at'])
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', 'in', [...monitorIds])
    .where('status', 'in', ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'])
    .where('remediated_at', 'is not', null)
    .execute();
  const shown = waiting.filter(({ account_id: id, remediated_at: at }) => {
    const snapshot = snapshotOf.get(id);
    return snapshot !== undefined && at !== null && snapshot > new Date(at);
  });
  const now = new Date();
  for (const [account, alerts] of groupBy(shown, ({ account_id: id }) => id)) {
    const event = { at: now.toISOString(), what: 'FOUND_AGAIN' as const, by: null, snapshot_time: snapshotOf.get(account)?.toISOString() ?? null };
    for (const ids of batches(alerts.map(({ alert_id: id }) => id))) {
      await tx
        .updateTable('alert')
        .set({
          status: 'ALERT_STATUS_OPEN',
          remediated_at: null,
          remediated_by: null,
          verifying_since: null,
          status_changed_at: now,
          status_changed_by: null,
          history: withEvent(event),
        })
        .where('tenant_id', '=', tenantId)
        .where('alert_id', 'in', ids)
        .execute();
    }
  }
}

/** Returns guardrails with an alert that needs another evaluation: it was remediated, or its finding is gone. */
export async function readWaiting(tx: Tx, tenantId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('alert')
    .select('monitor_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'ALERT_STATUS_CLOSE')
    .where((eb) => eb.or([eb('remediated_at', 'is not', null), eb('gone_reason', 'is not', null)]))
    .execute();
  return new Set(rows.map(({ monitor_id: id }) => id));
}

function batches<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < all.length; start += BATCH) parts.push(all.slice(start, start + BATCH));
  return parts;
}
