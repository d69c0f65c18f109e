import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { useApi, useSession } from '@cam/platform';
import { DataGrid, formatCount, formatDateTime, formatRelative, SeverityTag, Tooltip, type GridColumn } from '@cam/ui';
import { EntityLink } from '../explorer/EntityLink';
import { pageNumber, useAddress } from '../explorer/use-address';
import type { EntityTile } from './EntityTiles';

const PAGE_SIZE = 20;

/** Open alerts that found an entity, or by which it is reached; nothing for whoever may not see alerts, or while the area is turned off. */
function useEntityAlerts(uri: string, page: number) {
  const { rights } = useSession();
  const maySee = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const query = { object_uri: uri, offset: page * PAGE_SIZE, limit: PAGE_SIZE };
  return useApi('GET /v1/intents/alerts', maySee ? { query } : null, { filtered: false, keepPreviousData: true });
}

/** The tile of alerts; none while nobody may see them. */
export function useAlertsTile(uri: string): EntityTile[] {
  const { data } = useEntityAlerts(uri, 0);
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
    key: 'guardrail',
    title: 'Guardrail',
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
  {
    key: 'time',
    title: 'Time',
    value: ({ alert_time: at }) => formatDateTime(at),
    render: ({ alert_time: at }) => (
      <Tooltip title={formatDateTime(at)}>
        <span>{formatRelative(at)}</span>
      </Tooltip>
    ),
  },
];

/** Alerts of an entity, each leading to itself. */
export function EntityAlerts({ uri }: { uri: string }): ReactNode {
  const address = useAddress();
  const page = pageNumber(address.get('page'));
  const { data, error, isLoading, mutate } = useEntityAlerts(uri, page);
  const all = useMemo(() => `/alerts?${new URLSearchParams({ object: uri })}`, [uri]);
  return (
    <DataGrid<AlertInfo>
      title="Alerts"
      name="Alerts of one"
      rows={data?.alert_info_list}
      rowKey={({ alert_id: id }) => id}
      columns={COLUMNS}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No open alerts', text: 'No guardrail that is switched on found it, or somebody who reaches it.' }}
      toolbar={<Link to={all}>Show in Alerts</Link>}
      paging={{
        total: data?.found_count ?? 0,
        page,
        pageSize: PAGE_SIZE,
        busy: isLoading,
        onPage: (next) => address.set({ page: next === 0 ? null : String(next) }),
      }}
    />
  );
}
