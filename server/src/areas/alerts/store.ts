import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { AlertEvent, AlertShow, AlertSort, AlertTime, AlertType, Severity } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { isOneOf } from '../../platform/db/is-one-of';
import { withEvent } from './alert-history';
import { alertOrder } from './alert-order';
import { dueOn, isOverdue, type DueDays } from './due-dates';
import type { Database } from '../../platform/db/schema';
import { exclusionOf, isExcluded, type CoveringExclusion } from '../exclusions';
import { accountIdsOf } from '../../platform/http/account-filter';
import type { AlertObjectTable, AlertStatus, AlertTable } from './tables';

/** Statuses of alerts that need attention. */
export const OPEN: AlertStatus[] = ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'];

const SHOWN: Readonly<Record<AlertShow, AlertStatus[]>> = {
  ALERT_NOT_DISMISSED: OPEN,
  ALERT_EXCLUDED: OPEN,
  ALERT_DISMISSED: ['ALERT_STATUS_IGNORE'],
  ALERT_ALL: [...OPEN, 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE'],
};

const FINDING = {
  tenantId: sql`alert.tenant_id`,
  uri: sql`alert.subject_uri`,
  accountId: sql`alert.account_id`,
  referenceId: sql`alert.monitor_id`,
};
const IS_EXCLUDED = isExcluded('ALERT', FINDING);
const NOT_EXCLUDED = sql<boolean>`not ${IS_EXCLUDED}`;

/** Days that a time filter covers. */
const DAYS: Readonly<Record<Exclude<AlertTime, 'all'>, number>> = { '1d': 1, '1w': 7, '1m': 30 };

const DAY_MS = 86_400_000;

export interface AlertFilter {
  /** Null: all accounts. */
  accountIds: readonly string[] | null;
  show: AlertShow;
  time: AlertTime;
  monitorId?: string;
  /** The subject of an alert, or a resource that it covers. */
  objectUri?: string;
  severity?: Severity;
  search?: string;
  /** E-mail address; `none`: nobody is assigned. */
  assignee?: string;
  /** E-mail address of a user whom a comment mentions. */
  mentioned?: string;
  overdue?: boolean;
  /** Only alerts whose subject is in one of these accounts: an alert belongs to the account of its resources, and its subject may be of another one. */
  subjectsWithin?: readonly string[];
  /** Only these alerts. */
  ids?: readonly string[];
}

/** How the tenant reads alerts: its due dates and the names of its accounts. */
export interface AlertReading {
  dueDays: DueDays;
  accountNames: ReadonlyMap<string, string>;
}

export type AlertRow = Omit<Selectable<AlertTable>, 'due_on' | 'dismissed_until'> & {
  reached: number;
  /** Days (YYYY-MM-DD, UTC). */
  due_day: string;
  dismissed_until_day: string | null;
  exclusion: CoveringExclusion | null;
};

type Where = ExpressionBuilder<Database, 'alert'>;

/** Returns the condition of a filter; all severities unless it names one. */
function matching(filter: AlertFilter, tenantId: string, dueDays: DueDays) {
  const { accountIds, show, time, monitorId, objectUri, severity, search, assignee, mentioned, overdue, subjectsWithin, ids } = filter;
  return (eb: Where) =>
    eb.and([
      eb('tenant_id', '=', tenantId),
      eb('status', 'in', SHOWN[show]),
      ...(show === 'ALERT_NOT_DISMISSED' ? [NOT_EXCLUDED] : show === 'ALERT_EXCLUDED' ? [IS_EXCLUDED] : []),
      ...(accountIds ? [eb('account_id', 'in', [...accountIds])] : []),
      ...(time === 'all' ? [] : [eb('alert_time', '>=', new Date(Date.now() - DAYS[time] * DAY_MS))]),
      ...(monitorId === undefined ? [] : [eb('monitor_id', '=', monitorId)]),
      ...(objectUri === undefined ? [] : [isAbout(objectUri)]),
      ...(severity === undefined ? [] : [eb('severity', '=', severity)]),
      ...(assignee === undefined ? [] : [assignee === 'none' ? eb('assignee', 'is', null) : eb('assignee', '=', assignee.toLowerCase())]),
      ...(mentioned === undefined ? [] : [isMentioned(mentioned.toLowerCase())]),
      ...(overdue ? [isOverdue(dueDays)] : []),
      ...(subjectsWithin ? [isOfSubjects(subjectsWithin)] : []),
      ...(ids ? [isOneOf('alert_id', ids)] : []),
      ...(search ? [eb.or([contains('monitor_name', search), contains('subject_name', search), contains('account_id', search)])] : []),
    ]);
}

/** Returns the condition that the subject of an alert is in one of these accounts. */
export function isOfSubjects(accountIds: readonly string[]) {
  return sql<boolean>`split_part(subject_uri, ':', 3) in (${sql.join([...accountIds])})`;
}

/** Returns the condition that an entity is the subject of an alert, or a resource that it covers. */
function isAbout(uri: string) {
  return sql<boolean>`(subject_uri = ${uri} or exists (
    select 1 from alert_object o where o.tenant_id = alert.tenant_id and o.alert_id = alert.alert_id and o.object_uri = ${uri}))`;
}

function isMentioned(email: string) {
  return sql<boolean>`exists (select 1 from alert_comment c
    where c.tenant_id = alert.tenant_id and c.alert_id = alert.alert_id and c.mentions ? ${email})`;
}

function contains(column: 'monitor_name' | 'subject_name' | 'account_id', text: string) {
  return sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`;
}

const REACHED = sql<number>`(select count(*)::int from alert_object o where o.tenant_id = alert.tenant_id and o.alert_id = alert.alert_id)`;

/** Returns the columns of an alert, with the number of its resources and its days as text. */
function columnsOf(dueDays: DueDays) {
  return [
    REACHED.as('reached'),
    sql<string>`to_char(${dueOn(dueDays)}, 'YYYY-MM-DD')`.as('due_day'),
    sql<string | null>`to_char(dismissed_until, 'YYYY-MM-DD')`.as('dismissed_until_day'),
    exclusionOf('ALERT', FINDING).as('exclusion'),
  ] as const;
}

/** Returns a page of alerts, the newest first unless an order is given. */
export async function listAlerts(
  tx: Tx,
  tenantId: string,
  filter: AlertFilter,
  page: { offset: number; limit: number; sort?: AlertSort; descending?: boolean },
  { dueDays, accountNames }: AlertReading,
): Promise<AlertRow[]> {
  const context = { accountNames: JSON.stringify(Object.fromEntries(accountNames)), reached: REACHED, dueOn: dueOn(dueDays) };
  let query = tx
    .selectFrom('alert')
    .selectAll()
    .select(columnsOf(dueDays))
    .where(matching(filter, tenantId, dueDays));
  for (const by of alertOrder(page, context)) query = query.orderBy(by);
  return query.offset(page.offset).limit(page.limit).execute();
}

/** Conditions that alerts meet together. An empty list and null admit all. */
export interface AlertConditions {
  riskAbove: number | null;
  /** This tier or a more important one; 0 is the most important. */
  maxTier: number | null;
  severities: readonly Severity[];
  monitorIds: readonly string[];
  accountIds: readonly string[];
}

/** Returns the open alerts whose risk is computed and which meet conditions, the riskiest first. `finding` stays the same when an alert closes and returns. */
export async function listMeeting(
  tx: Tx,
  tenantId: string,
  { riskAbove, maxTier, severities, monitorIds, accountIds }: AlertConditions,
): Promise<{ alertId: string; finding: string }[]> {
  let query = tx
    .selectFrom('alert')
    .select(['alert_id', 'monitor_id', 'finding_key'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN)
    .where('remediated_at', 'is', null)
    .where('risk', 'is not', null)
    .where('risk_awaits', 'is', null)
    .where(NOT_EXCLUDED);
  if (riskAbove !== null) query = query.where('risk', '>', riskAbove);
  if (maxTier !== null) query = query.where(sql<boolean>`(risk_factors ->> 'tier')::int <= ${maxTier}`);
  if (severities.length > 0) query = query.where('severity', 'in', [...severities]);
  if (monitorIds.length > 0) query = query.where('monitor_id', 'in', [...monitorIds]);
  if (accountIds.length > 0) query = query.where('account_id', 'in', [...accountIds]);
  const rows = await query.orderBy('risk', 'desc').orderBy('alert_id').execute();
  return rows.map((row) => ({ alertId: row.alert_id, finding: findingOf(row) }));
}

/** Returns what stays the same when an alert closes and its finding comes back. */
export function findingOf({ monitor_id: monitorId, finding_key: key }: Pick<AlertRow, 'monitor_id' | 'finding_key'>): string {
  return `${monitorId} ${key.split('\n')[0]}`;
}

/** Returns what groups are made of, for all alerts that match. */
export function listForGroups(tx: Tx, tenantId: string, filter: AlertFilter, dueDays: DueDays) {
  return tx
    .selectFrom('alert')
    .select([
      'alert_id',
      'severity',
      'risk',
      'alert_time',
      'monitor_id',
      'monitor_name',
      'account_id',
      'subject_uri',
      'subject_name',
      'alert_type',
      'causes',
    ])
    .where(matching(filter, tenantId, dueDays))
    .orderBy('alert_id')
    .execute();
}

/** Returns the resources of all alerts that match, by alert. */
export function listObjectsForGroups(tx: Tx, tenantId: string, filter: AlertFilter, dueDays: DueDays) {
  return tx
    .selectFrom('alert_object as o')
    .select(['o.alert_id', 'o.object_uri', 'o.object_name'])
    .where('o.tenant_id', '=', tenantId)
    .where(
      'o.alert_id',
      'in',
      tx
        .selectFrom('alert')
        .select('alert_id')
        .where(matching(filter, tenantId, dueDays)),
    )
    .orderBy('o.object_uri')
    .execute();
}

/** Counts the alerts of each severity that match, and the open ones among them. */
export async function countAlerts(
  tx: Tx,
  tenantId: string,
  filter: AlertFilter,
  dueDays: DueDays,
): Promise<Map<Severity, { all: number; open: number }>> {
  const rows = await tx
    .selectFrom('alert')
    .select(['severity', sql<number>`count(*)::int`.as('n'), sql<number>`(count(*) filter (where status in (${sql.join(OPEN)})))::int`.as('open')])
    .where(matching({ ...filter, severity: undefined }, tenantId, dueDays))
    .groupBy('severity')
    .execute();
  return new Map(rows.map(({ severity, n, open }) => [severity, { all: n, open }]));
}

/** Counts the open alerts that match all but the status and that an exclusion covers. */
export async function countExcluded(tx: Tx, tenantId: string, filter: AlertFilter, dueDays: DueDays): Promise<number> {
  const { n } = await tx
    .selectFrom('alert')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(matching({ ...filter, show: 'ALERT_EXCLUDED' }, tenantId, dueDays))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns those of the alerts that no exclusion covers. */
export async function withoutExcluded(tx: Tx, tenantId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('alert')
    .select('alert_id')
    .where('tenant_id', '=', tenantId)
    .where('alert_id', 'in', [...ids])
    .where(NOT_EXCLUDED)
    .execute();
  const shown = new Set(rows.map(({ alert_id: id }) => id));
  return ids.filter((id) => shown.has(id));
}

/** Returns the open alerts as findings, excluded ones included. */
export async function openFindings(tx: Tx, tenantId: string) {
  const rows = await tx
    .selectFrom('alert')
    .select(['subject_uri', 'subject_name', 'monitor_id', 'monitor_name', 'account_id'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN)
    .orderBy('alert_id')
    .execute();
  return rows.map((row) => ({
    uri: row.subject_uri,
    name: row.subject_name,
    referenceId: row.monitor_id,
    referenceName: row.monitor_name,
    accountId: row.account_id,
  }));
}

/** The open alerts to count. */
export interface OpenAlerts extends Pick<AlertFilter, 'accountIds' | 'subjectsWithin'> {
  objectUri: string | null;
}

/** Counts open alerts by severity or guardrail, optionally of one object, as a subject or a resource. */
export async function countOpenBy(
  tx: Tx,
  tenantId: string,
  by: 'severity' | 'monitor_id',
  { accountIds, objectUri, subjectsWithin }: OpenAlerts,
): Promise<{ key: string; type: AlertType; count: number }[]> {
  let query = tx
    .selectFrom('alert')
    .select([sql<string>`${sql.ref(by)}`.as('key'), sql<AlertType>`min(alert_type)`.as('type'), sql<number>`count(*)::int`.as('count')])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN)
    .where(NOT_EXCLUDED);
  if (accountIds) query = query.where('account_id', 'in', [...accountIds]);
  if (objectUri !== null) query = query.where(isAbout(objectUri));
  if (subjectsWithin) query = query.where(isOfSubjects(subjectsWithin));
  return query.groupBy(by).orderBy('count', 'desc').execute();
}

/** Returns the alerts with these ids. It skips unknown and suppressed ones. */
export async function findAlerts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { lock = false, dueDays }: { lock?: boolean; dueDays: DueDays },
): Promise<AlertRow[]> {
  if (ids.length === 0) return [];
  let query = tx
    .selectFrom('alert')
    .selectAll()
    .select(columnsOf(dueDays))
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'ALERT_STATUS_NONE')
    .where('alert_id', 'in', [...ids])
    .orderBy('alert_id');
  if (lock) query = query.forUpdate();
  return query.execute();
}

/** Returns the facts that decide who is notified of alerts. It skips unknown and suppressed ones. */
export function listPending(tx: Tx, tenantId: string, ids: readonly string[]) {
  return tx
    .selectFrom('alert')
    .select(['alert_id', 'monitor_id', 'severity', 'risk', 'risk_awaits', 'status', 'remediated_at', IS_EXCLUDED.as('is_excluded')])
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'ALERT_STATUS_NONE')
    .where(isOneOf('alert_id', ids))
    .orderBy('alert_id')
    .execute();
}

/**
 * Returns alerts that were raised after one of these closed, about the same finding of the same guardrail.
 * @returns each with the id of the closed one
 */
export async function listSuccessors(tx: Tx, tenantId: string, ids: readonly string[]): Promise<{ alertId: string; of: string }[]> {
  const { rows } = await sql<{ alertId: string; of: string }>`
    select later.alert_id as "alertId", closed.alert_id as of
    from alert closed join alert later
      on later.tenant_id = closed.tenant_id and later.monitor_id = closed.monitor_id and later.subject_uri = closed.subject_uri
      and later.alert_id <> closed.alert_id and later.alert_time >= closed.alert_time
      and split_part(later.finding_key, chr(10), 1) = split_part(closed.finding_key, chr(10), 1)
    where closed.tenant_id = ${tenantId} and closed.status = 'ALERT_STATUS_CLOSE'
      and ${isOneOf('closed.alert_id', ids)}
      and later.status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE')`.execute(tx);
  return rows;
}

/** Returns ids of the open and dismissed alerts about these subjects. */
export async function alertsAbout(tx: Tx, tenantId: string, uris: readonly string[], monitorId: string | undefined): Promise<string[]> {
  let query = tx
    .selectFrom('alert')
    .select('alert_id')
    .where('tenant_id', '=', tenantId)
    .where('subject_uri', 'in', [...uris])
    .where('status', 'in', [...OPEN, 'ALERT_STATUS_IGNORE']);
  if (monitorId !== undefined) query = query.where('monitor_id', '=', monitorId);
  return (await query.execute()).map(({ alert_id: id }) => id);
}

export interface AlertObjects {
  rows: Selectable<AlertObjectTable>[];
  total: number;
}

/** Returns the resources that an alert covers, by name. */
export async function listObjects(tx: Tx, tenantId: string, alertId: string, page: { offset: number; limit: number }): Promise<AlertObjects> {
  const of = tx.selectFrom('alert_object').where('tenant_id', '=', tenantId).where('alert_id', '=', alertId);
  const rows = await of.selectAll().orderBy('object_name').orderBy('object_uri').offset(page.offset).limit(page.limit).execute();
  const { n } = await of.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return { rows, total: n };
}

export type AlertChange = Partial<
  Pick<AlertRow, 'status' | 'remediated_at' | 'remediated_by' | 'dismiss_reason' | 'verifying_since'> & { dismissed_until: string | null }
>;

/** @param event the event for the history; null: viewing an alert is none */
export async function changeAlerts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  change: AlertChange,
  by: string,
  event: Pick<AlertEvent, 'what' | 'detail'> | null,
): Promise<void> {
  if (ids.length === 0) return;
  const now = new Date();
  await tx
    .updateTable('alert')
    .set({
      ...change,
      status_changed_at: now,
      status_changed_by: by,
      ...(event === null ? {} : { history: withEvent({ at: now.toISOString(), by, snapshot_time: null, ...event }) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('alert_id', 'in', [...ids])
    .execute();
}

export interface MonitorAlertRow {
  monitorId: string;
  open: number;
  lastAlertAt: Date;
}

/** Returns the number of open alerts and the time of the last alert of each guardrail. */
export async function alertsByMonitor(tx: Tx, tenantId: string, accountId: string | null): Promise<MonitorAlertRow[]> {
  let query = tx
    .selectFrom('alert')
    .select([
      'monitor_id',
      sql<number | string>`count(*) filter (where status in (${sql.join(OPEN)}) and ${NOT_EXCLUDED})`.as('open'),
      sql<Date | string>`max(alert_time)`.as('last_alert'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'ALERT_STATUS_NONE');
  if (accountId) query = query.where('account_id', 'in', accountIdsOf(accountId));
  const rows = await query.groupBy('monitor_id').execute();
  return rows.map((row) => ({ monitorId: row.monitor_id, open: Number(row.open), lastAlertAt: new Date(row.last_alert) }));
}

/** Closes all alerts of a guardrail. */
export async function closeByMonitor(tx: Tx, tenantId: string, monitorId: string, by: string): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ status: 'ALERT_STATUS_CLOSE', verifying_since: null, status_changed_at: new Date(), status_changed_by: by })
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', '=', monitorId)
    .where('status', '<>', 'ALERT_STATUS_CLOSE')
    .execute();
}

/** Returns the subjects of open alerts by severity. */
export async function openUris(tx: Tx, tenantId: string): Promise<Map<Severity, string[]>> {
  const rows = await tx
    .selectFrom('alert')
    .select(['severity', 'subject_uri'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN)
    .where(NOT_EXCLUDED)
    .execute();
  const uris = new Map<Severity, string[]>();
  for (const { severity, subject_uri: uri } of rows) uris.set(severity, [...(uris.get(severity) ?? []), uri]);
  return uris;
}
