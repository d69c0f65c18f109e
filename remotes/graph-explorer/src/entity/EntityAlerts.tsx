import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { callApi, EntityLink, type ListAddress, MAX_PAGE_SIZE, useApi, useListAddress, useSession } from '@cam/platform';
import { DataGrid, formatCount, SeverityTag, timeColumn, type GridColumn } from '@cam/ui';
import type { EntityTile } from './EntityTiles';
import { RaiseAlert } from './RaiseAlert';

type Wanted = Pick<ListAddress, 'page' | 'pageSize' | 'search'>;

const FIRST: Wanted = { page: 0, pageSize: 20, search: '' };

/** Returns the parameters for the alerts of an entity that match a search text. */
function alertsQuery(uri: string, search: string): { object_uri: string; search?: string } {
  return { object_uri: uri, ...(search === '' ? {} : { search }) };
}

/** Loads the open alerts that concern an entity or the access to it. Returns no data without read access to alerts. */
function useEntityAlerts(uri: string, { page, pageSize, search }: Wanted) {
  const { rights } = useSession();
  const maySee = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const query = { ...alertsQuery(uri, search), offset: page * pageSize, limit: pageSize };
  return useApi('GET /v1/intents/alerts', maySee ? { query } : null, { filtered: false, keepPreviousData: true });
}

/** Loads all pages, for the export. */
async function fetchAllAlerts(uri: string, search: string): Promise<AlertInfo[]> {
  const alerts: AlertInfo[] = [];
  for (;;) {
    const query = { ...alertsQuery(uri, search), offset: alerts.length, limit: MAX_PAGE_SIZE };
    const { alert_info_list: page, found_count: found } = await callApi('GET /v1/intents/alerts', { query }, { filtered: false });
    alerts.push(...page);
    if (page.length === 0 || alerts.length >= found) return alerts;
  }
}

/** Returns the alerts tile, without a count until it is known. There is no tile without read access to alerts, or while their area is turned off. */
export function useAlertsTile(uri: string): EntityTile[] {
  const { data, isLoading } = useEntityAlerts(uri, FIRST);
  if (!data) return isLoading ? [{ key: 'alerts', label: 'Alerts', value: '–' }] : [];
  const { high_count: high, total_count: total } = data.totals;
  return [{ key: 'alerts', label: 'Alerts', value: formatCount(total), note: high > 0 ? `${formatCount(high)} high severity` : undefined }];
}

const COLUMNS: GridColumn<AlertInfo>[] = [
  {
    key: 'severity',
    title: 'Severity',
    width: 100,
    value: ({ severity }) => severity,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'alert',
    title: 'Alert',
    value: ({ monitor_name: name }) => name,
    render: ({ monitor_name: name, alert_id: id }) => <Link to={`/alerts?${new URLSearchParams({ alert: id })}`}>{name}</Link>,
  },
  {
    key: 'found',
    title: 'Object',
    value: ({ object_name: name }) => name,
    render: ({ object_name: name, object_uri: uri }) => <EntityLink uri={uri} name={name} />,
  },
  { key: 'source', title: 'Source', value: ({ account_name: name, account_id: id }) => name || id },
  timeColumn({ key: 'time', title: 'Time', at: ({ alert_time: at }) => at, as: 'ago' }),
];

/** Lists the alerts of an entity, each linked to its details. */
export function EntityAlerts({ uri, name }: { uri: string; name: string }): ReactNode {
  const list = useListAddress();
  const { data, error, isLoading, mutate } = useEntityAlerts(uri, list);
  const all = useMemo(() => `/alerts?${new URLSearchParams({ object: uri })}`, [uri]);
  return (
    <DataGrid<AlertInfo>
      title="Alerts"
      name="Alerts of an entity"
      rows={data?.alert_info_list}
      rowKey={({ alert_id: id }) => id}
      columns={COLUMNS}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No open alerts', text: 'No enabled guardrail or suspicious activity concerns this entity or an identity with access to it.' }}
      toolbar={
        <>
          <Link to={all}>Show in Alerts</Link>
          <RaiseAlert uri={uri} name={name} onRaised={() => void mutate()} />
        </>
      }
      exportRows={() => fetchAllAlerts(uri, list.search)}
      paging={list.paging(data?.found_count ?? 0, isLoading)}
    />
  );
}
