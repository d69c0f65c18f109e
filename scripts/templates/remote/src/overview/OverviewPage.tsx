import type { ReactNode } from 'react';
import { DataGrid, formatCount, PageHeader, type GridColumn } from '@cam/ui';
import { useCounts } from './api';
import styles from './OverviewPage.module.css';

interface TypeCount {
  type: string;
  count: number;
}

const COLUMNS: GridColumn<TypeCount>[] = [
  { key: 'type', title: 'Type', value: ({ type }) => type, sortable: true },
  { key: 'count', title: 'Count', value: ({ count }) => count, render: ({ count }) => formatCount(count), sortable: true },
];

/** The first page of the area. Replace its content with that of your team. */
export default function OverviewPage(): ReactNode {
  const { data, error, mutate } = useCounts();
  return (
    <div className={styles.page}>
      <PageHeader title="Example Area" text="Entities in the access graph of this tenant, by type" />
      <DataGrid<TypeCount>
        title="Types"
        rows={data?.entity_counts}
        rowKey={({ type }) => type}
        columns={COLUMNS}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No data imported yet' }}
      />
    </div>
  );
}
