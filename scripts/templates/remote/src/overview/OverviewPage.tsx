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

/** The first page of the area: replace what it shows by what your team has to show. */
export default function OverviewPage(): ReactNode {
  const { data, error, mutate } = useCounts();
  return (
    <div className={styles.page}>
      <PageHeader title="Example Area" text="What the graph of this tenant holds." />
      <DataGrid<TypeCount>
        title="Types"
        rows={data?.entity_counts}
        rowKey={({ type }) => type}
        columns={COLUMNS}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'Nothing was imported yet' }}
      />
    </div>
  );
}
