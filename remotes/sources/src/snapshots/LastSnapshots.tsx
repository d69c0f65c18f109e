import { useState, type ReactNode } from 'react';
import type { SourceProgress, SourceSnapshot } from '@cam/contracts';
import { confirm, useSession, type ListAddress } from '@cam/platform';
import { DataGrid, RowButton, timeColumn } from '@cam/ui';
import { ErrorsTable } from '../list/ErrorsTable';
import listStyles from '../list/sources.module.css';
import { SourceStatus, statusName } from '../progress/SourceStatus';
import { isInProgress } from '../progress/run-progress';
import type { SourcesProgress } from '../progress/use-progress';
import { endRun, takeSnapshots, type Snapshots } from './api';
import { ScheduleDialog } from './ScheduleDialog';
import { ownTimeZone, scheduleLabel } from './schedule-labels';
import { CHANGED, MESSAGES, SOURCE, type SnapshotColumn } from './snapshot-columns';

interface Props {
  snapshots: Snapshots;
  list: ListAddress;
  progress: SourcesProgress;
  showHistory: (accountId: string) => void;
  empty: ReactNode;
}

/** Lists each source with its last snapshot, its progress and its schedule. */
export function LastSnapshots({ snapshots, list, progress, showHistory, empty }: Props): ReactNode {
  const mayWrite = useSession().can('ACCOUNT');
  const [scheduled, setScheduled] = useState<readonly SourceSnapshot[] | null>(null);
  const { rows, total, isLoading, error, reload, all } = snapshots;
  const progressOf = ({ uid }: SourceSnapshot) => progress.data?.sources.find((source) => source.uid === uid);
  const zone = ownTimeZone();

  const take = async (chosen: readonly SourceSnapshot[]): Promise<void> => {
    await takeSnapshots(chosen.map(({ uid }) => uid)).catch(() => undefined);
    await progress.reload();
  };
  const end = async ({ uid, account_name: name }: SourceSnapshot): Promise<void> => {
    if (!(await confirm({ message: `Stop the run of ${name}? The last successful snapshot is kept.` }))) return;
    await endRun(uid).catch(() => undefined);
    reload();
    await progress.reload();
  };
  const columns: SnapshotColumn[] = [
    SOURCE,
    {
      key: 'status',
      title: 'Status',
      value: statusName,
      render: (row) => <SourceStatus account={row} progress={progressOf(row)} />,
    },
    timeColumn({ key: 'snapshot', title: 'Last successful snapshot', at: (row) => row.snapshot_time }),
    timeColumn({ key: 'ended', title: 'Last run', at: (row) => row.ended_time, as: 'ago' }),
    CHANGED,
    MESSAGES,
    { key: 'schedule', title: 'Schedule', value: (row) => scheduleLabel(row, zone) },
    timeColumn({ key: 'next', title: 'Next snapshot', at: (row) => row.next_snapshot_time }),
    {
      key: 'actions',
      title: '',
      sticky: true,
      value: () => '',
      sortable: false,
      width: mayWrite ? 130 : 60,
      render: (row) => (
        <span className={listStyles.actions}>
          {mayWrite && <RunButton row={row} progress={progressOf(row)} take={() => void take([row])} end={() => void end(row)} />}
          {mayWrite && row.is_connected && (
            <RowButton look="plain" aria-label={`Schedule of ${row.account_name}`} icon="schedule" onClick={() => setScheduled([row])} />
          )}
          <RowButton look="plain" aria-label={`History of ${row.account_name}`} icon="history" onClick={() => showHistory(row.account_id)} />
        </span>
      ),
    },
  ];
  const connected = (chosen: readonly SourceSnapshot[]): void => {
    const ones = chosen.filter(({ is_connected: isConnected }) => isConnected);
    if (ones.length > 0) setScheduled(ones);
  };
  return (
    <>
      <DataGrid
        title="Snapshots"
        name="Snapshots last"
        rows={rows}
        rowKey={(row) => row.uid}
        columns={columns}
        error={error && !rows ? { message: error.userMessage, supportCode: error.trackingId, retry: reload } : null}
        empty={{ title: 'No sources yet', text: 'Connect or import a source to take its first snapshot.', action: empty }}
        paging={list.paging(total, isLoading && !rows)}
        exportRows={all}
        actions={
          mayWrite
            ? [
                { label: 'Take snapshots now', run: (chosen) => void take(chosen) },
                { label: 'Change schedule', run: connected },
              ]
            : []
        }
      />
      <ErrorsTable messages={rows?.flatMap(({ messages }) => messages) ?? []} />
      {scheduled && <ScheduleDialog sources={scheduled} onClose={() => setScheduled(null)} onSaved={reload} />}
    </>
  );
}

interface RunButtonProps {
  row: SourceSnapshot;
  progress: SourceProgress | undefined;
  take: () => void;
  end: () => void;
}

function RunButton({ row, progress, take, end }: RunButtonProps): ReactNode {
  if (progress && isInProgress(progress))
    return <RowButton look="plain" aria-label={`Stop the run of ${row.account_name}`} icon="stop" onClick={end} />;
  const label = row.is_connected ? `Take a snapshot of ${row.account_name} now` : `Evaluate ${row.account_name} again`;
  return <RowButton look="plain" aria-label={label} icon={row.is_connected ? 'snapshot' : 'refresh'} onClick={take} />;
}
