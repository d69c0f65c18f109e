import type { AlertInfo, AlertStatus, Api } from '@cam/contracts';
import { callApi, MAX_PAGE_SIZE, notify, useApi, type ListAddress } from '@cam/platform';
import type { AlertsView } from './view';

/** Refresh interval of the list, ms: alerts arrive without any action in this tab. */
const REFRESH = 60_000;

/** Most ids in one request: a longer URL may be refused. */
const MAX_IDS_PER_CALL = 200;

type Query = Api['GET /v1/intents/alerts']['query'];

function toQuery({ severity, show, time, search, monitorId, objectUri }: AlertsView): Query {
  return {
    show,
    time,
    ...(severity ? { severity } : {}),
    ...(search === '' ? {} : { search }),
    ...(monitorId === null ? {} : { monitor_id: monitorId }),
    ...(objectUri === null ? {} : { object_uri: objectUri }),
  };
}

/** Fetches one page of the alerts of a view, and refreshes it every minute. */
export function useAlerts(view: AlertsView, { page, pageSize }: Pick<ListAddress, 'page' | 'pageSize'>) {
  const query = { ...toQuery(view), offset: page * pageSize, limit: pageSize };
  return useApi('GET /v1/intents/alerts', { query }, { keepPreviousData: true, refreshInterval: REFRESH });
}

/** Fetches one alert by its id; null fetches nothing. */
export function useAlert(alertId: string | null) {
  return useApi('GET /v1/intents/alerts', alertId === null ? null : { query: { alert_id: alertId } }, { filtered: false });
}

/** Fetches one alert with the graph of its access paths, which the list leaves out. */
export function useAlertGraph(alertId: string) {
  return useApi('GET /v1/intents/alerts', { query: { alert_id: alertId, result_graph: true } }, { filtered: false });
}

/** Fetches all alerts of a view, page by page, for the export. */
export async function fetchAllAlerts(view: AlertsView): Promise<AlertInfo[]> {
  const alerts: AlertInfo[] = [];
  for (;;) {
    const { alert_info_list: page, found_count: found } = await callApi('GET /v1/intents/alerts', {
      query: { ...toQuery(view), offset: alerts.length, limit: MAX_PAGE_SIZE },
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
export async function setStatus(alerts: readonly AlertInfo[], status: AlertStatus): Promise<void> {
  await callApi('PATCH /v1/intents/alerts', { body: { update_alert_info_list: alerts.map(({ alert_id }) => ({ alert_id, status })) } });
  if (alerts.length > 1) notify.success('Success');
}
