import type { AlertInfo, AlertStatus, Api } from '@cam/contracts';
import { callApi, MOST_A_PAGE, notify, useApi, type ListAddress } from '@cam/platform';
import type { AlertsView } from './view';

/** Alerts come without anybody doing something in this tab, ms. */
const REFRESH = 60_000;

/** Ids that fit the address of a call. */
const IDS_A_CALL = 200;

type Query = Api['GET /v1/intents/alerts']['query'];

function queryOf({ severity, show, time, search, monitorId, objectUri }: AlertsView): Query {
  return {
    show,
    time,
    ...(severity ? { severity } : {}),
    ...(search === '' ? {} : { search }),
    ...(monitorId === null ? {} : { monitor_id: monitorId }),
    ...(objectUri === null ? {} : { object_uri: objectUri }),
  };
}

export function useAlerts(view: AlertsView, { page, pageSize }: Pick<ListAddress, 'page' | 'pageSize'>) {
  const query = { ...queryOf(view), offset: page * pageSize, limit: pageSize };
  return useApi('GET /v1/intents/alerts', { query }, { keepPreviousData: true, refreshInterval: REFRESH });
}

/** One alert by its id; null: none is asked for. */
export function useAlert(alertId: string | null) {
  return useApi('GET /v1/intents/alerts', alertId === null ? null : { query: { alert_id: alertId } }, { filtered: false });
}

/** One alert with the ways that lead to what it tells of. */
export function useAlertGraph(alertId: string) {
  return useApi('GET /v1/intents/alerts', { query: { alert_id: alertId, result_graph: true } }, { filtered: false });
}

/** Every alert of a view, for its export. */
export async function allAlerts(view: AlertsView): Promise<AlertInfo[]> {
  const alerts: AlertInfo[] = [];
  for (;;) {
    const { alert_info_list: page, found_count: found } = await callApi('GET /v1/intents/alerts', {
      query: { ...queryOf(view), offset: alerts.length, limit: MOST_A_PAGE },
    });
    alerts.push(...page);
    if (page.length === 0 || alerts.length >= found) return alerts;
  }
}

/** Raises an alert by hand and says so. Throws ApiFailure after a toast. */
export async function raiseAlert(body: Api['POST /v1/intents/alerts']['body']): Promise<AlertInfo> {
  const [alert] = (await callApi('POST /v1/intents/alerts', { body })).alert_info_list;
  if (!alert) throw new Error('what was raised is answered');
  notify.success('Alert raised.');
  return alert;
}

/** Deletes closed alerts and says so. */
export async function deleteAlerts(alerts: readonly AlertInfo[]): Promise<void> {
  for (let start = 0; start < alerts.length; start += IDS_A_CALL) {
    const ids = alerts.slice(start, start + IDS_A_CALL).map(({ alert_id: id }) => id);
    await callApi('DELETE /v1/intents/alerts', { query: { alert_id: ids } });
  }
  notify.success(alerts.length === 1 ? 'Alert deleted.' : `${alerts.length} alerts deleted.`);
}

/** Brings alerts to a status, all of them or none. What was done to several is said; one shows it by itself. */
export async function setStatus(alerts: readonly AlertInfo[], status: AlertStatus): Promise<void> {
  await callApi('PATCH /v1/intents/alerts', { body: { update_alert_info_list: alerts.map(({ alert_id }) => ({ alert_id, status })) } });
  if (alerts.length > 1) notify.success('Success');
}
