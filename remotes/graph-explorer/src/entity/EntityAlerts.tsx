import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { callApi, EntityLink, type ListAddress, MOST_A_PAGE, useApi, useListAddress, useSession } from '@cam/platform';
import { DataGrid, formatCount, SeverityTag, timeColumn, type GridColumn } from '@cam/ui';
import type { EntityTile } from './EntityTiles';
import { RaiseAlert } from './RaiseAlert';

type Wanted = Pick<ListAddress, 'page' | 'pageSize' | 'search'>;

const FIRST: Wanted = { page: 0, pageSize: 20, search: '' };

/** Which alerts tell of an entity, and of them those that a text is found in. */
function foundBy(uri: string, search: string): { object_uri: string; search?: string } {
  return { object_uri: uri, ...(search === '' ? {} : { search }) };
}

/** Open alerts that found an entity, or by which it is reached; nothing for whoever may not see alerts, or while the area is turned off. */
function useEntityAlerts(uri: string, { page, pageSize, search }: Wanted) {
  const { rights } = useSession();
  const maySee = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const query = { ...foundBy(uri, search), offset: page * pageSize, limit: pageSize };
  return useApi('GET /v1/intents/alerts', maySee ? { query } : null, { filtered: false, keepPreviousData: true });
}

/** All of them, for an export. */
async function allOf(uri: string, search: string): Promise<AlertInfo[]> {
  const alerts: AlertInfo[] = [];
  for (;;) {
    const query = { ...foundBy(uri, search), offset: alerts.length, limit: MOST_A_PAGE };
    const { alert_info_list: page, found_count: found } = await callApi('GET /v1/intents/alerts', { query }, { filtered: false });
    alerts.push(...page);
    if (page.length === 0 || alerts.length >= found) return alerts;
  }
}

/** The tile of alerts; none while nobody may see them. */
export function useAlertsTile(uri: string): EntityTile[] {
  const { data } = useEntityAlerts(uri, FIRST);
  if (!data) return [];
  const { high_count: high, total_count: total } = data.totals;
  return [{ key: 'alerts', label: 'Alerts', value: formatCount(total), note: high > 0 ? `${formatCount(high)} of high severity` : undefined }];
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
    title: 'Found',
    value: ({ object_name: name }) => name,
    render: ({ object_name: name, object_uri: uri }) => <EntityLink uri={uri} name={name} />,
  },
  { key: 'source', title: 'Source', value: ({ account_name: name, account_id: id }) => name || id },
  timeColumn({ key: 'time', title: 'Time', at: ({ alert_time: at }) => at, as: 'ago' }),
];

/** Alerts of an entity, each leading to itself. */
export function EntityAlerts({ uri, name }: { uri: string; name: string }): ReactNode {
  const list = useListAddress();
  const { data, error, isLoading, mutate } = useEntityAlerts(uri, list);
  const all = useMemo(() => `/alerts?${new URLSearchParams({ object: uri })}`, [uri]);
  return (
    <DataGrid<AlertInfo>
      title="Alerts"
      name="Alerts of one"
      rows={data?.alert_info_list}
      rowKey={({ alert_id: id }) => id}
      columns={COLUMNS}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No open alerts', text: 'Neither a guardrail that is switched on nor a log tells of it, or of somebody who reaches it.' }}
      toolbar={
        <>
          <Link to={all}>Show in Alerts</Link>
          <RaiseAlert uri={uri} name={name} onRaised={() => void mutate()} />
        </>
      }
      exportRows={() => allOf(uri, list.search)}
      paging={list.paging(data?.found_count ?? 0, isLoading)}
    />
  );
}
