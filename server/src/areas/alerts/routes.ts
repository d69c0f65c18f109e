import type { AlertInfo, AlertType, AlertV2, Api, ReferenceType, RemoteId, Severity } from '@cam/contracts/server';
import { accountIdsOf } from '../../platform/http/account-filter';
import { remoteOff } from '../../platform/http/errors';
import { accountLimitOf, withScoreOnly } from '../../platform/http/limited-token';
import type { Mount } from '../../platform/http/mount';
import type { AlertGraphs } from './alert-graphs';
import { queryOf } from './query-of';
import type { ChangedAlerts, AlertPage, AlertsService } from './service';
import { OPEN, type AlertFilter, type AlertRow } from './store';
import { today } from './due-dates';
import { verificationFailures } from './verification';

/** Default page size. */
const PAGE = 50;

/** Limit of the calls without pages. */
const MOST = 10_000;

type Act = 'dismiss' | 'keep' | 'remediate';

/** Compliance rules, whose failed objects use the calls of alerts: `monitor_id` is the rule, `items` are the objects. */
export interface RuleObjects {
  isRule(id: string): boolean;
  /** Changes the status of failed objects. @returns their states before and after, for the audit log */
  act(tenantId: string, ruleId: string, act: Act, objectUris: readonly string[], by: string): Promise<{ before: unknown; after: unknown }>;
}

export interface AlertsRoutesDependencies {
  graphs: AlertGraphs;
  ruled: RuleObjects;
  /** Reports whether an area is off for a tenant. */
  isRemoteOff: (tenantId: string, remote: RemoteId) => Promise<boolean>;
}

export function alertsRoutes(mount: Mount, alerts: AlertsService, { graphs, ruled, isRemoteOff }: AlertsRoutesDependencies): void {
  mount('GET /v1/intents/alertscount', async ({ tenantId, query, principal }) => {
    const accountIds = query.account_id ? accountIdsOf(query.account_id) : null;
    const { high, medium, low } = await alerts.counts(tenantId, accountIds, accountLimitOf(principal));
    return { high_count: high, medium_count: medium, low_count: low };
  });

  mount('GET /v2/alerts/count', async ({ tenantId, query, principal }) => {
    const { high, medium, low } = await alerts.counts(tenantId, accountsOf(query), accountLimitOf(principal));
    return { highCount: high, mediumCount: medium, lowCount: low };
  });

  mount('GET /v1/intents/alerts', async ({ tenantId, query, principal }) => {
    if (query.alert_id !== undefined) {
      const { row, ...names } = await alerts.find(tenantId, query.alert_id);
      const one = { all: 1, open: row.status === 'ALERT_STATUS_NEW' || row.status === 'ALERT_STATUS_OPEN' ? 1 : 0 };
      const drawn = query.result_graph ? await graphs.of(tenantId, row) : null;
      const info = { ...toInfo(row, names), result_graph: drawn?.graph ?? null, edge_id_list: drawn?.goneBy ?? [] };
      return { alert_info_list: [info], pages_count: 1, found_count: 1, totals: totalsOf(new Map([[row.severity, one]]), 0) };
    }
    const limit = query.limit ?? PAGE;
    const page = { offset: query.offset ?? 0, limit, sort: query.sort, descending: query.descending };
    const group = query.group_by !== undefined && query.group !== undefined ? { by: query.group_by, key: query.group } : null;
    const { rows, counts, excluded, ...names } = await alerts.list(
      tenantId,
      { ...toFilter(query), subjectsWithin: accountLimitOf(principal) },
      page,
      group,
    );
    const totals = totalsOf(counts, excluded);
    const found = query.severity ? (counts.get(query.severity)?.all ?? 0) : totals.total_count;
    const pages = Math.ceil(found / limit);
    const infos = rows.map((row) => toInfo(row, names));
    return { alert_info_list: accountLimitOf(principal) ? infos.map(withoutContext) : infos, pages_count: pages, found_count: found, totals };
  });

  mount('GET /v1/intents/alertobjects', async ({ tenantId, query }) => {
    const { rows, total } = await alerts.objects(tenantId, query.alert_id, { offset: query.offset ?? 0, limit: query.limit ?? PAGE });
    return { objects: rows.map(({ tenant_id: _tenant, alert_id: _alert, ...object }) => object), found_count: total };
  });

  mount('PATCH /v1/intents/alerts', async ({ tenantId, body, principal, audit }) => {
    const wanted = new Map(body.update_alert_info_list.map(({ alert_id, status }) => [alert_id, status]));
    const changed = await alerts.setStatuses(tenantId, wanted, principal.email);
    audit(statusesOf(changed));
    return { alert_info_list: infosOf(changed) };
  });

  mount('POST /v1/intents/alerts', async ({ tenantId, body, principal, audit }) => {
    const { monitor_name: name, severity, object_uri: objectUri, reasons = [] } = body;
    const alert_info_list = infosOf(await alerts.raiseManually(tenantId, { name, severity, objectUri, reasons }, principal.email));
    audit({ after: alert_info_list });
    return { alert_info_list };
  });

  mount('DELETE /v1/intents/alerts', async ({ tenantId, query, audit }) => {
    const { rows, ...names } = await alerts.remove(tenantId, query.alert_id);
    audit({ before: rows.map((row) => toInfo(row, names)) });
    return { error: '' };
  });

  for (const act of ['dismiss', 'keep', 'remediate'] as const) {
    mount(`PATCH /v1/intents/${act}Alert`, async ({ tenantId, body: { items, monitor_id: ruleId }, principal, audit }) => {
      const isRuled = ruleId !== undefined && ruled.isRule(ruleId);
      // The route is open if either area is on, so check the one that owns the items.
      const owner = isRuled ? 'compliance' : 'alerts';
      if (await isRemoteOff(tenantId, owner)) throw remoteOff(owner);
      if (!isRuled) {
        const changed = await alerts.act(tenantId, act, items, principal.email, ruleId);
        audit(statusesOf(changed));
        return { alert_info_list: infosOf(changed) };
      }
      audit(await ruled.act(tenantId, ruleId, act, items, principal.email));
      return { alert_info_list: [] };
    });
  }

  mount('GET /v1/intents/alertsv2', async ({ tenantId, query, principal }) => {
    const filter = {
      accountIds: query.account_id ? accountIdsOf(query.account_id) : null,
      show: query.show ?? 'ALERT_NOT_DISMISSED',
      time: 'all',
      subjectsWithin: accountLimitOf(principal),
    } as const;
    const { rows } = await alerts.list(tenantId, filter, { offset: 0, limit: MOST });
    return { alerts: rows.map(toV2) };
  });

  mount('GET /v2/alerts', async ({ tenantId, query, principal }) => {
    const filter = {
      accountIds: query.account_id ? accountIdsOf(query.account_id) : null,
      show: query.show ?? 'ALERT_NOT_DISMISSED',
      time: 'all',
      monitorId: query.referenceId,
      subjectsWithin: accountLimitOf(principal),
    } as const;
    const { rows } = await alerts.list(tenantId, filter, { offset: 0, limit: MOST });
    const { referenceType: type } = query;
    const ofType = rows.filter((row) => type === undefined || referenceOf(row.alert_type) === type);
    return ofType.filter((row) => !query.failed || (row.status !== 'ALERT_STATUS_CLOSE' && row.gone_reason === null)).map(toV2);
  });

  mount('GET /v2/alerts/summary', async ({ tenantId, query, principal }) => {
    const byGuardrail = query.type === 'PER_REFERENCE';
    const about = { accountIds: accountsOf(query), objectUri: query.objectURI ?? null, subjectsWithin: accountLimitOf(principal) };
    const rows = await alerts.summary(tenantId, byGuardrail ? 'monitor_id' : 'severity', about);
    return rows.map(({ key, type, count }) => (byGuardrail ? { type: referenceOf(type), id: key, count } : { type: key, count }));
  });

  mount('POST /v2/alerts/{id}/dismiss', async ({ tenantId, path, body, principal, audit }) => {
    audit(statusesOf(await alerts.act(tenantId, body.value === false ? 'keep' : 'dismiss', [path.id], principal.email)));
    return undefined;
  });
  for (const act of ['keep', 'remediate'] as const) {
    mount(`POST /v2/alerts/{id}/${act}`, async ({ tenantId, path, principal, audit }) => {
      audit(statusesOf(await alerts.act(tenantId, act, [path.id], principal.email)));
      return undefined;
    });
  }
}

type ListQuery = Omit<Api['GET /v1/alerts/groups']['query'], 'by'>;

/** Returns the filter of a list or of its groups. */
export function toFilter(query: ListQuery): AlertFilter {
  return {
    accountIds: query.account_id ? accountIdsOf(query.account_id) : null,
    show: query.show ?? 'ALERT_NOT_DISMISSED',
    time: query.time ?? 'all',
    monitorId: query.monitor_id,
    objectUri: query.object_uri,
    severity: query.severity,
    search: query.search?.trim(),
    assignee: query.assignee,
    mentioned: query.mentioned,
    overdue: query.overdue,
  };
}

/** Leaves out what names entities beyond the finding itself, for a caller who is limited to accounts. */
export function withoutContext(info: AlertInfo): AlertInfo {
  // The reason of a failed snapshot may name the account or role by which a whole organization is read.
  const failures = info.verification_failures.map((failure) => ({ ...failure, reason: 'The page of the source shows the reason.' }));
  return { ...withScoreOnly(info), reasons: [], gone_reason: null, chart: null, verification_failures: failures };
}

function referenceOf(type: AlertType): ReferenceType {
  return type.replace('ALERT', 'REFERENCE') as ReferenceType;
}

/** Accounts in the call's own parameter take precedence over the console's account filter. */
function accountsOf(query: { accountIds?: string; account_id?: string }): string[] | null {
  const named = query.accountIds ?? query.account_id;
  return named === undefined ? null : accountIdsOf(named);
}

function totalsOf(counts: AlertPage['counts'], excluded: number) {
  const of = (severity: Severity): { all: number; open: number } => counts.get(severity) ?? { all: 0, open: 0 };
  const [high, medium, low] = [of('HIGH'), of('MEDIUM'), of('LOW')];
  return {
    high_count: high.all,
    medium_count: medium.all,
    low_count: low.all,
    total_count: high.all + medium.all + low.all,
    open_count: high.open + medium.open + low.open,
    excluded_count: excluded,
  };
}

/** Returns the audit detail of a change. */
export function statusesOf({ before, rows }: ChangedAlerts): { before: unknown; after: unknown } {
  const auditDetail = (all: readonly AlertRow[]) =>
    all.map(({ alert_id, monitor_name, subject_name: object_name, status, remediated_by, assignee, due_day, ticket, ...row }) => ({
      alert_id,
      monitor_name,
      object_name,
      status,
      remediated_by,
      assignee,
      due_date: due_day,
      ticket,
      ...(status === 'ALERT_STATUS_IGNORE' ? { dismiss_reason: row.dismiss_reason, dismissed_until: row.dismissed_until_day } : {}),
    }));
  return { before: auditDetail(before), after: auditDetail(rows) };
}

export function infosOf({ rows, ...names }: Pick<AlertPage, 'rows' | 'accountNames' | 'describe' | 'runs'>): AlertInfo[] {
  return rows.map((row) => toInfo(row, names));
}

function toInfo(row: AlertRow, { accountNames, describe, runs }: Pick<AlertPage, 'accountNames' | 'describe' | 'runs'>): AlertInfo {
  return {
    alert_id: row.alert_id,
    status: row.status,
    severity: row.severity,
    alert_time: new Date(row.alert_time).toISOString(),
    alert_type: row.alert_type,
    monitor_id: row.monitor_id,
    monitor_name: row.monitor_name,
    alert_query: queryOf(row),
    object_uri: row.subject_uri,
    object_name: row.subject_name,
    object_type: row.subject_type,
    account_id: row.account_id,
    account_name: accountNames.get(row.account_id) ?? '',
    region: regionOf(row.subject_uri),
    risk: row.risk === null || row.risk_factors === null ? null : describe({ score: row.risk, factors: row.risk_factors }),
    reached_count: row.reached,
    status_changed_at: new Date(row.status_changed_at).toISOString(),
    status_changed_by: row.status_changed_by,
    remediated_time: row.remediated_at === null ? null : new Date(row.remediated_at).toISOString(),
    remediated_by: row.remediated_by,
    history: row.history,
    gone_reason: row.gone_reason,
    assignee: row.assignee,
    due_date: row.due_day,
    is_overdue: OPEN.includes(row.status) && row.due_day < today(),
    ticket: row.ticket,
    comments_count: row.comment_count,
    dismiss_reason: row.status === 'ALERT_STATUS_IGNORE' ? row.dismiss_reason : null,
    dismissed_until: row.status === 'ALERT_STATUS_IGNORE' ? row.dismissed_until_day : null,
    verifying_since: row.verifying_since === null ? null : new Date(row.verifying_since).toISOString(),
    verification_failures: verificationFailures(row, runs),
    exclusion: row.exclusion,
    start_time: row.started_at === null ? null : new Date(row.started_at).toISOString(),
    end_time: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    event_count: row.event_count,
    reasons: row.reasons,
    technique: row.technique,
    source: row.source,
    chart: row.chart,
    result_graph: null,
    edge_id_list: [],
  };
}

function toV2(row: AlertRow): AlertV2 {
  const dismissed = row.status === 'ALERT_STATUS_IGNORE';
  return {
    id: row.alert_id,
    referenceId: row.monitor_id,
    referenceType: referenceOf(row.alert_type),
    status: row.status,
    severity: row.severity,
    objectURI: row.subject_uri,
    objectName: row.subject_name,
    accountId: row.account_id,
    region: regionOf(row.subject_uri),
    createdTime: new Date(row.alert_time).toISOString(),
    dismissedTime: dismissed ? new Date(row.status_changed_at).toISOString() : null,
    dismissedBy: dismissed ? row.status_changed_by : null,
  };
}

/** Returns the region in a graph URI; empty if it has none. */
function regionOf(uri: string): string {
  const region = uri.split(':')[3] ?? '-';
  return region === '-' ? '' : region;
}
