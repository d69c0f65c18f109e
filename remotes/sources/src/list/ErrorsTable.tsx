import type { ReactNode } from 'react';
import type { SourceMessage } from '@cam/contracts';
import { notify, useAddress } from '@cam/platform';
import { DataGrid, RowButton, StatusTag, type GridColumn } from '@cam/ui';
import styles from './ErrorsTable.module.css';

/** Returns the text of a message with its file and position. */
export function details({ message, file, place }: SourceMessage): string {
  return [message, file ? `(${[file, place].filter(Boolean).join(' ')})` : ''].filter(Boolean).join(' ');
}

async function copyError(message: SourceMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${message.account_name}: ${details(message)}`);
    notify.success('The Error Details have been copied to clipboard!');
  } catch (error) {
    notify.error((error as Error).message);
  }
}

const COLUMNS: GridColumn<SourceMessage>[] = [
  { key: 'source', title: 'Source', value: (row) => row.account_name },
  { key: 'details', title: 'Details', value: details, render: (row) => <span className={styles.details}>{details(row)}</span> },
  {
    key: 'status',
    title: 'Status',
    value: (row) => row.type,
    render: (row) => <StatusTag tone={row.type === 'ERROR' ? 'high' : 'medium'}>{row.type === 'ERROR' ? 'Error' : 'Warning'}</StatusTag>,
  },
  {
    key: 'copy',
    title: '',
    sticky: true,
    value: () => '',
    sortable: false,
    render: (row) => <RowButton onClick={() => void copyError(row)}>Copy Error</RowButton>,
  },
];

/** Lists the errors and warnings of the last bundles. Renders nothing when there are none. */
export function ErrorsTable({ messages }: { messages: readonly SourceMessage[] }): ReactNode {
  const address = useAddress('errors');
  if (messages.length === 0) return null;
  return (
    <div className={styles.table}>
      <DataGrid
        title="Errors"
        rows={messages}
        rowKey={(row) => `${row.account_id} ${details(row)}`}
        columns={COLUMNS}
        address={address}
        empty={{ title: 'No errors' }}
      />
    </div>
  );
}
