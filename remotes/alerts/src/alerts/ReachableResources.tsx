import { useState, type ReactNode } from 'react';
import type { AlertInfo, AlertObject } from '@cam/contracts';
import { EntityLink, Part, useApi } from '@cam/platform';
import { ActionsCell, Button, DataGrid, Modal, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import styles from './alerts.module.css';

const PAGE_SIZE = 20;

/** Lists the resources that the entity of an alert can reach, page by page, each with its access paths on request. */
export function ReachableResources({ alert }: { alert: AlertInfo }): ReactNode {
  const [page, setPage] = useState(0);
  const [explained, setExplained] = useState<AlertObject | null>(null);
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/intents/alertobjects',
    { query: { alert_id: alert.alert_id, offset: page * PAGE_SIZE, limit: PAGE_SIZE } },
    { keepPreviousData: true, filtered: false },
  );
  const columns: GridColumn<AlertObject>[] = [
    {
      key: 'name',
      title: 'Resource',
      value: ({ object_name }) => object_name,
      render: ({ object_uri, object_name, object_type }) => (
        <span className={styles.entity}>
          <TypeIcon type={object_type} />{' '}
          <span>
            <EntityLink uri={object_uri} name={object_name} />
          </span>
        </span>
      ),
    },
    { key: 'type', title: 'Type', value: ({ object_type }) => typeName(object_type) },
    {
      key: 'actions',
      title: 'Access',
      value: ({ actions_str }) => actions_str,
      render: (row) => <ActionsCell actions={row.actions_str} conditional={row.conditional_actions_str} />,
    },
    {
      key: 'explain',
      title: '',
      sticky: true,
      sortable: false,
      width: 96,
      value: () => null,
      render: (row) => (
        <Button size="small" aria-label={`Explain access of ${alert.object_name} to ${row.object_name}`} onClick={() => setExplained(row)}>
          Explain
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataGrid
        title="Reachable resources"
        rows={data?.objects}
        rowKey={({ object_uri }) => object_uri}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No reachable resources' }}
        paging={{ total: data?.found_count ?? 0, page, pageSize: PAGE_SIZE, busy: isLoading, onPage: setPage }}
      />
      {explained && (
        <Modal
          open
          footer={null}
          width={720}
          title={`Access of ${alert.object_name} to ${explained.object_name}`}
          onCancel={() => setExplained(null)}
        >
          <Part
            id="graph-explorer.access-explanation"
            props={{ identityUri: alert.object_uri, resourceUri: explained.object_uri }}
            fallback={<p>The access paths are unavailable. The Explorer area is turned off or does not respond.</p>}
          />
        </Modal>
      )}
    </>
  );
}
