import type { Account, AlertPolicy, AlertSort, AlertStatus, AlertType, GroupKind, Risk, Severity } from '@cam/contracts/server';
import type { ScoredFinding } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound, unprocessable, type ApiError } from '../../platform/http/errors';
import { applyAct } from './apply-act';
import { readCausesOf, readGroups, type GroupedAlerts, type GroupPart, type GroupReading } from './alert-groups';
import { endDismissals } from './dismissals';
import { insertManualAlert, removeAlerts, type ManualAlert } from './manual-alert';
import { reconcile, type Found, type LiveAlert, type ReconcileOptions } from './findings';
import { closeRemediated, writeActivity, type ActivityAlert } from './reconcile-activity';
import { readLiveAlerts, readWaiting, reopenRemediated, writeReconciliation, type Raiser } from './reconcile-alerts';
import { scoreAlerts, type FindingScores } from './alert-risks';
import { readPolicy } from './policy-store';
import type { RunState } from '../../sources';
import * as store from './store';
import { actTo, type AlertAct } from './transitions';

export interface AlertCounts {
  high: number;
  medium: number;
  low: number;
}

export interface MonitorAlerts {
  open: number;
  lastAlertAt: Date | null;
}

export interface AlertPage {
  rows: store.AlertRow[];
  /** Counts by severity, over all severities. */
  counts: ReadonlyMap<Severity, { all: number; open: number }>;
  /** Open alerts that match the other filters and that an exclusion covers. */
  excluded: number;
  /** Names of connected accounts by id. */
  accountNames: ReadonlyMap<string, string>;
  /** Returns the risk of a finding with its factors. */
  describe: (finding: ScoredFinding) => Risk;
  /** The last run of each source; none unless one of the alerts waits for its verification. */
  runs: readonly RunState[];
}

export interface ChangedAlerts extends AlertPage {
  /** The alerts before the change. */
  before: readonly store.AlertRow[];
}

export interface AlertsDependencies {
  sources: {
    /** Returns the tenant's connected accounts, inside its transaction. */
    accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
    /** Returns how the last run of each source went, inside the caller's transaction. */
    runStates(tx: Tx, tenantId: string): Promise<RunState[]>;
  };
  graph: {
    /** Returns the newest snapshot. Runs inside the caller's transaction. */
    newestSnapshot(tx: Tx, tenantId: string): Promise<number>;
    /** Returns an entity of the graph; null if it does not exist. Runs inside the caller's transaction. */
    entity(tx: Tx, tenantId: string, uri: string): Promise<ManualAlert['subject'] | null>;
    /** Returns the ids of the people whose accounts these entities are, by URI. Runs inside the caller's transaction. */
    peopleOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  risk: FindingScores & {
    /** Returns a function that describes stored scores. */
    describeFindings(tx: Tx, tenantId: string): Promise<(finding: ScoredFinding) => Risk>;
  };
  notifications: {
    /** Stores pending notifications together with their alerts. */
    raised(tx: Tx, tenantId: string, severity: Severity, alertIds: readonly string[]): Promise<void>;
    /** Queues the delivery of pending notifications. */
    queue(tenantId: string): Promise<void>;
  };
}

/** Alerts in one statement: each of them is a parameter. */
const READ_AT_ONCE = 5000;

const NO_ALERTS: MonitorAlerts = { open: 0, lastAlertAt: null };

/** Manages alerts. Methods with a `tx` serve other areas and run inside their tenant transaction. */
export class AlertsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: AlertsDependencies,
  ) {}

  /** Counts open alerts by severity. `accountIds` null: all accounts; an empty list counts none. */
  async counts(tenantId: string, accountIds: readonly string[] | null, subjectsWithin?: readonly string[]): Promise<AlertCounts> {
    if (accountIds?.length === 0) return { high: 0, medium: 0, low: 0 };
    const rows = await this.reading(tenantId, (tx) => store.countOpenBy(tx, tenantId, 'severity', { accountIds, objectUri: null, subjectsWithin }));
    const of = (severity: Severity): number => rows.find(({ key }) => key === severity)?.count ?? 0;
    return { high: of('HIGH'), medium: of('MEDIUM'), low: of('LOW') };
  }

  /** Counts open alerts by severity or guardrail, highest first; optionally of one object. */
  async summary(
    tenantId: string,
    by: 'severity' | 'monitor_id',
    about: store.OpenAlerts,
  ): Promise<{ key: string; type: AlertType; count: number }[]> {
    if (about.accountIds?.length === 0) return [];
    return this.reading(tenantId, (tx) => store.countOpenBy(tx, tenantId, by, about));
  }

  /** @param of limits the list to one group; the group is found among all alerts that match the filter */
  async list(
    tenantId: string,
    filter: store.AlertFilter,
    page: { offset: number; limit: number; sort?: AlertSort; descending?: boolean },
    of: { by: GroupKind; key: string } | null = null,
  ): Promise<AlertPage> {
    return this.reading(tenantId, async (tx, { policy, accountNames, describe }) => {
      const reading = this.#groupReading(tx, tenantId, { dueDays: policy.due_days, accountNames });
      const members = of && (await readGroups(tx, tenantId, of.by, { ...filter, severity: undefined }, reading)).members.get(of.key);
      const narrowed = of ? { ...filter, ids: members ?? [] } : filter;
      const rows = await store.listAlerts(tx, tenantId, narrowed, page, reading);
      return {
        rows,
        runs: await this.#runsFor(tx, tenantId, rows),
        counts: await store.countAlerts(tx, tenantId, narrowed, policy.due_days),
        excluded: await store.countExcluded(tx, tenantId, filter, policy.due_days),
        accountNames,
        describe,
      };
    });
  }

  /** Groups the alerts that match a filter. */
  async groups(tenantId: string, by: GroupKind, filter: store.AlertFilter): Promise<GroupedAlerts> {
    return this.reading(tenantId, (tx, { policy, accountNames }) =>
      readGroups(tx, tenantId, by, filter, this.#groupReading(tx, tenantId, { dueDays: policy.due_days, accountNames })),
    );
  }

  /** @throws ApiError 404 if the alert does not exist */
  async find(tenantId: string, alertId: string): Promise<Pick<AlertPage, 'accountNames' | 'describe' | 'runs'> & { row: store.AlertRow }> {
    return this.reading(tenantId, async (tx, { policy, accountNames, describe }) => {
      const [row] = await store.findAlerts(tx, tenantId, [alertId], { dueDays: policy.due_days });
      if (!row) throw unknownAlert();
      return { row, accountNames, describe, runs: await this.#runsFor(tx, tenantId, [row]) };
    });
  }

  /** Returns a page of the resources that an alert covers. */
  async objects(tenantId: string, alertId: string, page: { offset: number; limit: number }): Promise<store.AlertObjects> {
    return this.reading(tenantId, async (tx, { policy }) => {
      if ((await store.findAlerts(tx, tenantId, [alertId], { dueDays: policy.due_days })).length === 0) throw unknownAlert();
      return store.listObjects(tx, tenantId, alertId, page);
    });
  }

  /**
   * Applies an action to all of the alerts, or to none if one of them does not allow it.
   * @param items alert ids, or URIs of the subjects of alerts (of one guardrail if given)
   * @throws ApiError 404 if an item has no alert, 409 if its status does not allow the action
   */
  async act(tenantId: string, act: AlertAct, items: readonly string[], by: string, monitorId?: string): Promise<ChangedAlerts> {
    return this.change(tenantId, async (tx) => {
      const byUri = items.filter((item) => item.includes(':'));
      const ids = new Set(items.filter((item) => !item.includes(':')));
      if (byUri.length > 0) for (const id of await store.alertsAbout(tx, tenantId, byUri, monitorId)) ids.add(id);
      const rows = await this.locked(tx, tenantId, ids);
      if (rows.some((row) => monitorId !== undefined && row.monitor_id !== monitorId)) throw unknownAlert();
      await applyAct(tx, tenantId, act, rows, by);
      return { ids, before: rows };
    });
  }

  /** Sets the status of each alert, all or none. @throws ApiError 409 if a transition is not allowed */
  async setStatuses(tenantId: string, wanted: ReadonlyMap<string, AlertStatus>, by: string): Promise<ChangedAlerts> {
    return this.change(tenantId, async (tx) => {
      const acts = new Map<AlertAct, store.AlertRow[]>();
      const before = await this.locked(tx, tenantId, new Set(wanted.keys()));
      for (const row of before) {
        const act = actTo(wanted.get(row.alert_id) ?? row.status, row.status);
        if (!act) throw conflict('ALERT_TRANSITION', 'An alert can only become open, dismissed or remediated.');
        acts.set(act, [...(acts.get(act) ?? []), row]);
      }
      for (const [act, rows] of acts) await applyAct(tx, tenantId, act, rows, by);
      return { ids: wanted.keys(), before };
    });
  }

  /** Raises an alert for a user. @throws ApiError 422 if its subject is not in the graph */
  async raiseManually(
    tenantId: string,
    { objectUri, ...alert }: Omit<ManualAlert, 'subject'> & { objectUri: string },
    by: string,
  ): Promise<AlertPage> {
    if (alert.name.trim().length < 3) throw unprocessable('INVALID_INPUT', 'Enter a title of at least 3 characters.');
    const page = await this.change(tenantId, async (tx) => {
      const subject = await this.deps.graph.entity(tx, tenantId, objectUri);
      if (!subject) throw unprocessable('NOT_IN_THE_GRAPH', 'The graph has no entity with this URI. Copy the URI from the page of the entity.');
      const id = await insertManualAlert(tx, tenantId, { ...alert, name: alert.name.trim(), subject }, by);
      await scoreAlerts(tx, tenantId, [id], this.deps.risk);
      await this.#notify(tx, tenantId, alert.severity, [id]);
      return { ids: [id], before: [] };
    });
    await this.deps.notifications.queue(tenantId);
    return page;
  }

  /** Deletes closed alerts, all or none. @returns the deleted alerts @throws ApiError 404 for an unknown id, 409 if one is not closed */
  async remove(tenantId: string, alertIds: readonly string[]): Promise<Pick<AlertPage, 'rows' | 'accountNames' | 'describe' | 'runs'>> {
    return this.reading(tenantId, async (tx, { accountNames, describe }) => {
      const rows = await this.locked(tx, tenantId, new Set(alertIds));
      const live = rows.find(({ status }) => status !== 'ALERT_STATUS_CLOSE');
      if (live) throw conflict('ALERT_IS_LIVE', 'Only a closed alert can be deleted. Dismiss the others.', { alert_id: live.alert_id });
      await removeAlerts(tx, tenantId, rows);
      return { rows, accountNames, describe, runs: [] };
    });
  }

  /** Returns a lookup of each guardrail's alerts, over all accounts or one. */
  async byMonitor(tx: Tx, tenantId: string, accountId: string | null): Promise<(monitorId: string) => MonitorAlerts> {
    await endDismissals(tx, tenantId);
    const rows = new Map((await store.alertsByMonitor(tx, tenantId, accountId)).map((row) => [row.monitorId, row]));
    return (monitorId) => rows.get(monitorId) ?? NO_ALERTS;
  }

  /** Returns the subjects of open alerts by severity. Runs inside the caller's transaction. */
  openUris(tx: Tx, tenantId: string): Promise<Map<Severity, string[]>> {
    return store.openUris(tx, tenantId);
  }

  /** Returns the open alerts as findings, excluded ones included. */
  findings(tenantId: string) {
    return this.reading(tenantId, (tx) => store.openFindings(tx, tenantId));
  }

  /** Returns what a message says about alerts, by guardrail and name; it skips deleted alerts. */
  async briefs(tx: Tx, tenantId: string, alertIds: readonly string[]) {
    const { due_days: dueDays } = await readPolicy(tx, tenantId);
    const names = await this.#accountNames(tx, tenantId);
    const describe = await this.deps.risk.describeFindings(tx, tenantId);
    const rows: store.AlertRow[] = [];
    for (let start = 0; start < alertIds.length; start += READ_AT_ONCE)
      rows.push(...(await store.findAlerts(tx, tenantId, alertIds.slice(start, start + READ_AT_ONCE), { dueDays })));
    const inOrder = rows.sort((a, b) => a.monitor_name.localeCompare(b.monitor_name) || a.subject_name.localeCompare(b.subject_name));
    return inOrder.map((row) => ({
      alertId: row.alert_id,
      monitorId: row.monitor_id,
      guardrail: row.monitor_name,
      severity: row.severity,
      subject: { name: row.subject_name, type: row.subject_type, uri: row.subject_uri },
      accountId: row.account_id,
      accountName: names.get(row.account_id) ?? '',
      reached: row.reached,
      at: new Date(row.alert_time),
      risk: row.risk === null || row.risk_factors === null ? null : describe({ score: row.risk, factors: row.risk_factors }),
    }));
  }

  /** Returns the facts that decide who is notified of alerts, without deleted ones. Alerts of a snapshot that was scored meanwhile have its risk. */
  async pending(tx: Tx, tenantId: string, alertIds: readonly string[]) {
    const outdated = (await store.listPending(tx, tenantId, alertIds)).filter(({ risk_awaits: awaited }) => awaited !== null);
    await scoreAlerts(
      tx,
      tenantId,
      outdated.map(({ alert_id: id }) => id),
      this.deps.risk,
    );
    const rows = await store.listPending(tx, tenantId, alertIds);
    return rows.map((row) => ({
      ...{ alertId: row.alert_id, monitorId: row.monitor_id, severity: row.severity, risk: row.risk },
      isPreliminary: row.risk_awaits !== null,
      isOpen: store.OPEN.includes(row.status) && !row.is_excluded,
    }));
  }

  /** Distributes alerts over their groups by cause, the most important first. */
  async causesOf(tx: Tx, tenantId: string, alertIds: readonly string[]): Promise<GroupPart[]> {
    const { due_days: dueDays } = await readPolicy(tx, tenantId);
    return readCausesOf(tx, tenantId, alertIds, this.#groupReading(tx, tenantId, { dueDays, accountNames: await this.#accountNames(tx, tenantId) }));
  }

  /** Returns the states of alerts that decide about their tickets, without deleted ones. */
  async standings(tx: Tx, tenantId: string, alertIds: readonly string[]) {
    const rows = await store.listPending(tx, tenantId, alertIds);
    return rows.map(({ alert_id: alertId, status, remediated_at: at, is_excluded: isExcluded }) => ({
      alertId,
      isClosed: status === 'ALERT_STATUS_CLOSE',
      isDismissed: status === 'ALERT_STATUS_IGNORE' || isExcluded,
      isRemediated: at !== null,
    }));
  }

  /** Returns the alerts that found again what closed alerts had found. */
  successors(tx: Tx, tenantId: string, alertIds: readonly string[]): Promise<{ alertId: string; of: string }[]> {
    return store.listSuccessors(tx, tenantId, alertIds);
  }

  /** Returns what stays the same when an alert closes and its finding comes back. @throws ApiError 404 if the alert does not exist */
  async findingOf(tenantId: string, alertId: string): Promise<string> {
    const { row } = await this.find(tenantId, alertId);
    return store.findingOf(row);
  }

  /** Returns the open alerts that meet conditions, the riskiest first, with what stays the same when an alert closes and its finding comes back. */
  meeting(tx: Tx, tenantId: string, conditions: store.AlertConditions): Promise<{ alertId: string; finding: string }[]> {
    return store.listMeeting(tx, tenantId, conditions);
  }

  /** Returns the open alerts of a group by cause; null if there is no such group. */
  async groupBy(tenantId: string, key: string): Promise<GroupPart | null> {
    const { groups, members } = await this.groups(tenantId, 'CAUSE', { accountIds: null, show: 'ALERT_NOT_DISMISSED', time: 'all' });
    const group = groups.find((one) => one.key === key);
    if (!group) return null;
    const { element, name, detail, uri, count } = group;
    return { key, element, name, detail, uri, open: count, ids: [...(members.get(key) ?? [])] };
  }

  /** Returns the alerts of a guardrail that are not closed. */
  live(tx: Tx, tenantId: string, monitorId: string): Promise<LiveAlert[]> {
    return readLiveAlerts(tx, tenantId, monitorId);
  }

  /** Returns guardrails that must be evaluated again although their findings are unchanged. */
  waiting(tx: Tx, tenantId: string): Promise<Set<string>> {
    return readWaiting(tx, tenantId);
  }

  /** Brings the alerts of a guardrail in line with its findings. @returns the numbers of raised and closed alerts */
  async reconcile(tx: Tx, tenantId: string, raiser: Raiser, found: Found, options: ReconcileOptions): Promise<{ raised: number; closed: number }> {
    const { raised, narrowed, closed } = await writeReconciliation(tx, tenantId, raiser, reconcile(found, options));
    await scoreAlerts(tx, tenantId, [...raised, ...narrowed], this.deps.risk);
    await this.#notify(tx, tenantId, raiser.severity, raised);
    await this.reopenShown(tx, tenantId, [raiser.monitorId], raiser.snapshotId);
    return { raised: raised.length, closed };
  }

  /**
   * Reopens remediated alerts whose finding is still in the last snapshot of their account.
   * @param snapshotId the snapshot on which the guardrails were evaluated. Nothing happens if a newer one exists: its evaluation follows
   */
  async reopenShown(tx: Tx, tenantId: string, monitorIds: readonly string[], snapshotId: number): Promise<void> {
    // Times come first: a snapshot that is published in between would count as evaluated, and reopen alerts whose finding it no longer contains.
    const times = await this.#snapshotTimes(tx, tenantId);
    if ((await this.deps.graph.newestSnapshot(tx, tenantId)) !== snapshotId) return;
    await reopenRemediated(tx, tenantId, monitorIds, times);
  }

  /** Returns the time of each connected account's last snapshot. */
  snapshotTimes(tenantId: string): Promise<ReadonlyMap<string, Date>> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#snapshotTimes(tx, tenantId));
  }

  /**
   * Raises alerts of suspicious activity, or extends existing ones.
   * @param snapshotTimes `snapshotTimes` before the events were read, so that no alert closes by a snapshot whose events were not
   * @returns the number of new alerts
   */
  async reconcileActivity(
    tx: Tx,
    tenantId: string,
    found: readonly ActivityAlert[],
    { at, snapshotTimes }: { at: Date; snapshotTimes: ReadonlyMap<string, Date> },
  ): Promise<number> {
    const raised = await writeActivity(tx, tenantId, found, at);
    await scoreAlerts(tx, tenantId, [...raised.values()].flat(), this.deps.risk);
    for (const [severity, ids] of raised) await this.#notify(tx, tenantId, severity, ids);
    await closeRemediated(tx, tenantId, snapshotTimes);
    return [...raised.values()].reduce((sum, ids) => sum + ids.length, 0);
  }

  /** Closes the alerts of a deleted guardrail. */
  async closeOfMonitor(tx: Tx, tenantId: string, monitorId: string, by: string): Promise<void> {
    await store.closeByMonitor(tx, tenantId, monitorId, by);
  }

  /** Reads alerts in a transaction, after the dismissals that are over have ended. */
  reading<T>(tenantId: string, read: (tx: Tx, of: Pick<AlertPage, 'accountNames' | 'describe'> & { policy: AlertPolicy }) => Promise<T>): Promise<T> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await endDismissals(tx, tenantId);
      return read(tx, {
        policy: await readPolicy(tx, tenantId),
        accountNames: await this.#accountNames(tx, tenantId),
        describe: await this.deps.risk.describeFindings(tx, tenantId),
      });
    });
  }

  /** Changes alerts in a transaction. @returns the alerts before and after */
  change(tenantId: string, change: (tx: Tx) => Promise<{ ids: Iterable<string>; before: readonly store.AlertRow[] }>): Promise<ChangedAlerts> {
    return this.reading(tenantId, async (tx, { policy, accountNames, describe }) => {
      const { ids, before } = await change(tx);
      const rows = await store.findAlerts(tx, tenantId, [...ids], { dueDays: policy.due_days });
      return { before, rows, counts: new Map(), excluded: 0, accountNames, describe, runs: await this.#runsFor(tx, tenantId, rows) };
    });
  }

  /**
   * Refuses alerts outside of the accounts that a caller may change, as if they did not exist.
   * @param within undefined: all accounts
   * @throws ApiError 404
   */
  async requireWithin(tenantId: string, alertIds: readonly string[], within: readonly string[] | undefined): Promise<void> {
    if (!within) return;
    await this.reading(tenantId, async (tx, { policy }) => {
      const rows = await store.findAlerts(tx, tenantId, [...alertIds], { dueDays: policy.due_days });
      const isIn = ({ account_id: id, subject_uri: uri }: store.AlertRow): boolean => within.includes(id) && within.includes(uri.split(':')[2] ?? '');
      if (!rows.every(isIn)) throw unknownAlert();
    });
  }

  /** Returns and locks alerts. @throws ApiError 404 if one of them does not exist */
  async locked(tx: Tx, tenantId: string, ids: ReadonlySet<string>): Promise<store.AlertRow[]> {
    const { due_days: dueDays } = await readPolicy(tx, tenantId);
    const rows = await store.findAlerts(tx, tenantId, [...ids], { lock: true, dueDays });
    if (rows.length !== ids.size || rows.length === 0) throw unknownAlert();
    return rows;
  }

  /** Stores pending notifications of new alerts. Nobody hears of an alert that an exclusion covers. */
  async #notify(tx: Tx, tenantId: string, severity: Severity, alertIds: readonly string[]): Promise<void> {
    await this.deps.notifications.raised(tx, tenantId, severity, await store.withoutExcluded(tx, tenantId, alertIds));
  }

  /** Returns the time of each connected account's last snapshot. */
  async #snapshotTimes(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, Date>> {
    const accounts = await this.deps.sources.accountsOf(tx, tenantId);
    return new Map(accounts.flatMap(({ account_id: id, last_snapshot_time: at }) => (at === null ? [] : [[id, new Date(at)] as const])));
  }

  /** Returns the last run of each source if one of the alerts waits for its verification. */
  async #runsFor(tx: Tx, tenantId: string, rows: readonly store.AlertRow[]): Promise<RunState[]> {
    return rows.some(({ verifying_since: since }) => since !== null) ? this.deps.sources.runStates(tx, tenantId) : [];
  }

  #groupReading(tx: Tx, tenantId: string, reading: store.AlertReading): GroupReading {
    return { ...reading, peopleOf: (uris) => this.deps.graph.peopleOf(tx, tenantId, uris) };
  }

  async #accountNames(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, string>> {
    const accounts = await this.deps.sources.accountsOf(tx, tenantId);
    return new Map(accounts.map(({ account_id: id, account_name: name }) => [id, name]));
  }
}

export function unknownAlert(): ApiError {
  return notFound('This alert no longer exists. Reload the list.');
}
