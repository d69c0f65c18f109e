import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AlertChart, AlertType, Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { AlertStatus } from './tables';

/** Suspicious activity in the form of an alert. */
export interface ActivityAlert {
  type: Exclude<AlertType, 'ALERT_TYPE_GUARDRAIL' | 'ALERT_TYPE_NONE'>;
  /** Id and name of the method. */
  monitorId: string;
  name: string;
  severity: Severity;
  /** Identifies the actor across scans. */
  key: string;
  subject: { uri: string; name: string; type: string };
  accountId: string;
  since: Date;
  until: Date;
  count: number;
  reasons: readonly string[];
  technique: string;
  source: string;
  chart: AlertChart | null;
}

const DAY_MS = 86_400_000;

/** Closed, or closed and deleted. */
const OVER: readonly AlertStatus[] = ['ALERT_STATUS_CLOSE', 'ALERT_STATUS_NONE'];

/**
 * Stores new activity. Activity within a day of an alert of the same method and actor extends that alert, unless it is closed; then it raises
 * another. Repeating it changes nothing.
 * @returns ids of the new alerts by severity
 */
export async function writeActivity(tx: Tx, tenantId: string, found: readonly ActivityAlert[], at: Date): Promise<Map<Severity, string[]>> {
  const known = await readKnown(tx, tenantId);
  const raised: (ActivityAlert & { alertId: string })[] = [];
  for (const one of found) {
    const near = (known.get(keyOf(one.monitorId, one.key)) ?? []).filter(
      ({ since, until }) => since.getTime() <= one.until.getTime() + DAY_MS && until.getTime() >= one.since.getTime() - DAY_MS,
    );
    const last = near.reduce<Known | null>((latest, each) => (latest === null || each.until > latest.until ? each : latest), null);
    if (last && one.until <= last.until) continue;
    if (last && !OVER.includes(last.status)) await extend(tx, tenantId, last.alertId, one);
    else raised.push({ ...one, alertId: randomUUID() });
  }
  await bulkInsert(
    tx,
    'alert',
    raised.map((one) => ({
      tenant_id: tenantId,
      alert_id: one.alertId,
      monitor_id: one.monitorId,
      monitor_name: one.name,
      query: '',
      alert_type: one.type,
      finding_key: `${one.key}\n${one.alertId}`,
      severity: one.severity,
      status: 'ALERT_STATUS_NEW' as const,
      subject_uri: one.subject.uri,
      subject_name: one.subject.name,
      subject_type: one.subject.type,
      account_id: one.accountId,
      alert_time: at,
      status_changed_at: at,
      status_changed_by: null,
      started_at: one.since,
      ended_at: one.until,
      event_count: one.count,
      reasons: [...one.reasons],
      technique: one.technique,
      source: one.source,
      chart: one.chart,
    })),
  );
  const bySeverity = new Map<Severity, string[]>();
  for (const { severity, alertId } of raised) bySeverity.set(severity, [...(bySeverity.get(severity) ?? []), alertId]);
  return bySeverity;
}

interface Known {
  alertId: string;
  status: AlertStatus;
  since: Date;
  until: Date;
}

async function readKnown(tx: Tx, tenantId: string): Promise<Map<string, Known[]>> {
  const rows = await tx
    .selectFrom('alert')
    .select(['alert_id', 'monitor_id', 'finding_key', 'status', 'started_at', 'ended_at'])
    .where('tenant_id', '=', tenantId)
    .where('alert_type', '<>', 'ALERT_TYPE_GUARDRAIL')
    .execute();
  const known = new Map<string, Known[]>();
  for (const { alert_id: alertId, monitor_id: monitorId, finding_key: finding, status, started_at: since, ended_at: until } of rows) {
    if (since === null || until === null) continue;
    const key = keyOf(monitorId, finding.split('\n')[0] ?? '');
    known.set(key, [...(known.get(key) ?? []), { alertId, status, since: new Date(since), until: new Date(until) }]);
  }
  return known;
}

function keyOf(monitorId: string, key: string): string {
  return `${monitorId} ${key}`;
}

async function extend(tx: Tx, tenantId: string, alertId: string, { until, count, reasons, chart }: ActivityAlert): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ ended_at: until, event_count: count, reasons: JSON.stringify(reasons), chart: chart && JSON.stringify(chart) })
    .where('tenant_id', '=', tenantId)
    .where('alert_id', '=', alertId)
    .execute();
}

/**
 * Checks remediated activity alerts once a later log of their account was read: reopens those whose activity went on, and closes the others.
 * @param snapshotOf time of the last snapshot of each account, read before its events
 */
export async function closeRemediated(tx: Tx, tenantId: string, snapshotOf: ReadonlyMap<string, Date>): Promise<void> {
  const times = JSON.stringify([...snapshotOf].map(([account, time]) => ({ account, time: time.toISOString() })));
  await sql`
    update alert a
    set status = case when a.ended_at > a.remediated_at then 'ALERT_STATUS_OPEN' else 'ALERT_STATUS_CLOSE' end,
        remediated_at = case when a.ended_at > a.remediated_at then null else a.remediated_at end,
        remediated_by = case when a.ended_at > a.remediated_at then null else a.remediated_by end,
        status_changed_at = now(), status_changed_by = null, verifying_since = null,
        history = a.history || jsonb_build_array(jsonb_build_object('at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', null,
          'what', case when a.ended_at > a.remediated_at then 'FOUND_AGAIN' else 'GONE' end,
          'snapshot_time', to_char(s.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from jsonb_to_recordset(${times}::jsonb) s(account text, time timestamptz)
    where a.tenant_id = ${tenantId} and a.alert_type <> 'ALERT_TYPE_GUARDRAIL' and a.status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')
      and s.account = a.account_id and a.remediated_at < s.time`.execute(tx);
}
