import type { ReactNode } from 'react';
import type { AccountStatus, SourceSnapshot } from '@cam/contracts';
import { useAddress, type ListAddress } from '@cam/platform';
import { DataGrid, Select, StatusTag } from '@cam/ui';
import { details } from '../list/ErrorsTable';
import type { Snapshots } from './api';
import { HISTORY_COLUMNS, RESULTS } from './snapshot-columns';
import styles from './snapshots.module.css';

const ANY = 'ANY';
const OPTIONS = [{ value: ANY, label: 'Any result' }, ...Object.entries(RESULTS).map(([value, { label }]) => ({ value, label }))];

const NONE = { title: 'No snapshots yet', text: 'Every snapshot appears here, including failed ones. Take a snapshot to begin.' };

interface Props {
  snapshots: Snapshots;
  list: ListAddress;
  /** Null for any status. */
  status: AccountStatus | null;
}

/** Lists the stored runs of every source, the latest first. */
export function SnapshotHistory({ snapshots: { rows, total, isLoading, error, reload, all }, list, status }: Props): ReactNode {
  const address = useAddress();
  return (
    <DataGrid
      title="Snapshots"
      name="Snapshots history"
      rows={rows}
      rowKey={(row) => row.run_id}
      columns={HISTORY_COLUMNS}
      error={error && !rows ? { message: error.userMessage, supportCode: error.trackingId, retry: reload } : null}
      empty={status === null ? NONE : { title: 'No snapshots with this result', text: 'Choose another result.' }}
      expand={{
        label: (row) => `Messages of ${row.account_name}`,
        can: (row) => row.messages.length > 0,
        render: (row) => <Messages snapshot={row} />,
      }}
      paging={list.paging(total, isLoading)}
      exportRows={all}
      toolbar={
        <Select
          aria-label="Result"
          className={styles.filter}
          value={status ?? ANY}
          options={OPTIONS}
          onChange={(value: string) => address.set({ status: value === ANY ? null : value, page: null })}
        />
      }
    />
  );
}

function Messages({ snapshot: { messages, warning_count: warnings, error_count: errors } }: { snapshot: SourceSnapshot }): ReactNode {
  const left = warnings + errors - messages.length;
  return (
    <ul className={styles.messages}>
      {messages.map((message, index) => (
        <li key={index}>
          <StatusTag tone={message.type === 'ERROR' ? 'high' : 'medium'}>{message.type === 'ERROR' ? 'Error' : 'Warning'}</StatusTag>
          {details(message)}
        </li>
      ))}
      {left > 0 && <li>{`${left} more messages were not stored.`}</li>}
    </ul>
  );
}
