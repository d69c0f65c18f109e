import type { AlertInfo, AlertSort, AlertStatus, Api } from '@cam/contracts';
import { callApi, MAX_PAGE_SIZE, notify, useApi, useSession, type ListAddress } from '@cam/platform';
import { hasFailedVerification } from './alert-actions';
import type { AlertsView } from './view';

/** Refresh interval of the list, ms: alerts arrive without any action in this tab. */
const REFRESH = 60_000;

/** Refresh interval while the server works on what is shown, ms. */
const SOON = 4000;

/** Most ids in one request: a longer URL may be refused. */
const MAX_IDS_PER_CALL = 200;

/** Most alerts that one change accepts. */
const MAX_ALERTS_PER_CALL = 1000;

type Filter = Omit<Api['GET /v1/alerts/groups']['query'], 'by' | 'offset' | 'limit'>;

/** Sort fields of the server by column key. */
export const ALERT_SORTS = {
  risk: 'RISK',
  severity: 'SEVERITY',
  monitor_name: 'NAME',
  object_name: 'ENTITY',
  object_type: 'TYPE',
  reached_count: 'RESOURCES',
  account: 'SOURCE',
  status: 'STATUS',
  assignee: 'ASSIGNEE',
  due_date: 'DUE_DATE',
  alert_time: 'TIME',
} as const satisfies Record<string, AlertSort>;

/** @param me email address of the user, for the filters by work */
function toFilter({ severity, show, time, search, monitorId, objectUri, work }: AlertsView, me: string): Filter {
  return {
    show,
    time,
    ...(severity ? { severity } : {}),
    ...(search === '' ? {} : { search }),
    ...(monitorId === null ? {} : { monitor_id: monitorId }),
    ...(objectUri === null ? {} : { object_uri: objectUri }),
    ...{ any: {}, mine: { assignee: me }, unassigned: { assignee: 'none' }, overdue: { overdue: true }, mentions: { mentioned: me } }[work],
  };
}

function toQuery(view: AlertsView, me: string, sort: ListAddress['sort']): Api['GET /v1/intents/alerts']['query'] {
  return {
    ...toFilter(view, me),
    ...(view.groupBy !== null && view.group !== null ? { group_by: view.groupBy, group: view.group } : {}),
    // The most important alerts come first unless the user sorts by a column.
    ...(sort === null ? { sort: 'PRIORITY' } : { sort: sort.field as AlertSort, descending: !sort.ascending }),
  };
}

/** Fetches one page of the alerts of a view, and refreshes it every minute. */
export function useAlerts(view: AlertsView, { page, pageSize, sort }: Pick<ListAddress, 'page' | 'pageSize' | 'sort'>) {
  const query = { ...toQuery(view, useSession().user.email, sort), offset: page * pageSize, limit: pageSize };
  return useApi('GET /v1/intents/alerts', { query }, { keepPreviousData: true, refreshInterval: REFRESH });
}

/** Fetches the most important groups of a view, and refreshes them; nothing for a view without groups. */
export function useAlertGroups(view: AlertsView) {
  const filter = toFilter(view, useSession().user.email);
  const query = view.groupBy === null ? null : { ...filter, by: view.groupBy, limit: MAX_PAGE_SIZE };
  const isPending = (data: Api['GET /v1/alerts/groups']['answer'] | undefined): boolean => (data?.pending_count ?? 0) > 0;
  return useApi('GET /v1/alerts/groups', query && { query }, {
    keepPreviousData: true,
    refreshInterval: (data) => (isPending(data) ? SOON : REFRESH),
  });
}

/** Fetches one alert by its id; null fetches nothing. */
export function useAlert(alertId: string | null) {
  const interval = (data: Api['GET /v1/intents/alerts']['answer'] | undefined): number => {
    const alert = data?.alert_info_list[0];
    if (!alert || alert.verifying_since === null) return 0;
    // The next attempt is up to an hour away.
    return hasFailedVerification(alert) ? REFRESH : SOON;
  };
  return useApi('GET /v1/intents/alerts', alertId === null ? null : { query: { alert_id: alertId } }, {
    filtered: false,
    refreshInterval: interval,
  });
}

/** Fetches one alert with the graph of its access paths, which the list leaves out. */
export function useAlertGraph(alertId: string) {
  return useApi('GET /v1/intents/alerts', { query: { alert_id: alertId, result_graph: true } }, { filtered: false });
}

/** Fetches all alerts of a view, page by page. */
export async function fetchAllAlerts(view: AlertsView, me: string, sort: ListAddress['sort'] = null): Promise<AlertInfo[]> {
  const alerts: AlertInfo[] = [];
  for (;;) {
    const { alert_info_list: page, found_count: found } = await callApi('GET /v1/intents/alerts', {
      query: { ...toQuery(view, me, sort), offset: alerts.length, limit: MAX_PAGE_SIZE },
    });
    alerts.push(...page);
    if (page.length === 0 || alerts.length >= found) return alerts;
  }
}

/**
 * Raises an alert manually and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function raiseAlert(body: Api['POST /v1/intents/alerts']['body']): Promise<AlertInfo> {
  const [alert] = (await callApi('POST /v1/intents/alerts', { body })).alert_info_list;
  if (!alert) throw new Error('The server answered without the raised alert');
  notify.success('Alert raised.');
  return alert;
}

/**
 * Deletes closed alerts and confirms it with a toast. Deletes many alerts in several requests, so a failure may leave some deleted.
 * @throws ApiFailure after an error toast
 */
export async function deleteAlerts(alerts: readonly AlertInfo[]): Promise<void> {
  for (let start = 0; start < alerts.length; start += MAX_IDS_PER_CALL) {
    const ids = alerts.slice(start, start + MAX_IDS_PER_CALL).map(({ alert_id: id }) => id);
    await callApi('DELETE /v1/intents/alerts', { query: { alert_id: ids } });
  }
  notify.success(alerts.length === 1 ? 'Alert deleted.' : `${alerts.length} alerts deleted.`);
}

/**
 * Sets the status of all the alerts, or of none. Several alerts get a toast; a single alert shows its new status itself.
 * @throws ApiFailure after an error toast
 */
export async function setStatus(alertIds: readonly string[], status: AlertStatus): Promise<void> {
  await inCalls(alertIds, (ids) =>
    callApi('PATCH /v1/intents/alerts', { body: { update_alert_info_list: ids.map((alert_id) => ({ alert_id, status })) } }),
  );
  if (alertIds.length > 1) notify.success('Success');
}

/** Changes many alerts in calls of the size that the server accepts. */
export async function inCalls(alertIds: readonly string[], call: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < alertIds.length; start += MAX_ALERTS_PER_CALL) await call(alertIds.slice(start, start + MAX_ALERTS_PER_CALL));
}
