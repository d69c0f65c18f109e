import { useState, type ReactNode } from 'react';
import type { AlertInfo, AlertObject } from '@cam/contracts';
import { EntityLink, Part, useApi } from '@cam/platform';
import { Button, DataGrid, Modal, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import styles from './alerts.module.css';

const PAGE = 20;

/** What is reached by what an alert tells of, page by page, each with the ways that lead there. */
export function ReachedObjects({ alert }: { alert: AlertInfo }): ReactNode {
  const [page, setPage] = useState(0);
  const [why, setWhy] = useState<AlertObject | null>(null);
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/intents/alertobjects',
    { query: { alert_id: alert.alert_id, offset: page * PAGE, limit: PAGE } },
    { keepPreviousData: true, filtered: false },
  );
  const columns: GridColumn<AlertObject>[] = [
    {
      key: 'name',
      title: 'Resource',
      value: ({ object_name }) => object_name,
      render: ({ object_uri, object_name, object_type }) => (
        <span className={styles.found}>
          <TypeIcon type={object_type} />{' '}
          <span>
            <EntityLink uri={object_uri} name={object_name} />
          </span>
        </span>
      ),
    },
    { key: 'type', title: 'Type', value: ({ object_type }) => typeName(object_type) },
    { key: 'actions', title: 'Access', value: ({ actions_str }) => actions_str },
    {
      key: 'why',
      title: '',
      sticky: true,
      sortable: false,
      width: 80,
      value: () => null,
      render: (row) => (
        <Button size="small" aria-label={`Why ${alert.object_name} reaches ${row.object_name}`} onClick={() => setWhy(row)}>
          Why
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataGrid
        title="What it reaches"
        rows={data?.objects}
        rowKey={({ object_uri }) => object_uri}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'Nothing is reached' }}
        paging={{ total: data?.found_count ?? 0, page, pageSize: PAGE, busy: isLoading, onPage: setPage }}
      />
      {why && (
        <Modal open footer={null} width={720} title={`Why ${alert.object_name} reaches ${why.object_name}`} onCancel={() => setWhy(null)}>
          <Part
            id="graph-explorer.access-explanation"
            props={{ identityUri: alert.object_uri, resourceUri: why.object_uri }}
            fallback={<p>The explorer is turned off, so the ways cannot be shown.</p>}
          />
        </Modal>
      )}
    </>
  );
}
