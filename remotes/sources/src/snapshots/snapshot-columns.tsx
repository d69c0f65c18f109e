import type { AccountStatus, SourceSnapshot } from '@cam/contracts';
import { CloudLogo, cloudName, formatDuration, StatusTag, timeColumn, type GridColumn } from '@cam/ui';
import listStyles from '../list/sources.module.css';
import { messageCountLabel, durationSeconds, TRIGGER_LABELS } from './schedule-labels';
import styles from './snapshots.module.css';

export type SnapshotColumn = GridColumn<SourceSnapshot>;

/** Label and colour of each run result. */
export const RESULTS: Readonly<Record<AccountStatus, { tone: 'ok' | 'medium' | 'high' | 'neutral'; label: string }>> = {
  ACCOUNT_STATUS_SUCCESS: { tone: 'ok', label: 'Success' },
  ACCOUNT_STATUS_WARNING: { tone: 'medium', label: 'Warning' },
  ACCOUNT_STATUS_ERROR: { tone: 'high', label: 'Error' },
  ACCOUNT_STATUS_UNKNOWN: { tone: 'neutral', label: 'Stopped' },
};

/** Returns the status named in the address; null when it names none. */
export function statusOf(text: string): AccountStatus | null {
  return Object.hasOwn(RESULTS, text) ? (text as AccountStatus) : null;
}

export const SOURCE: SnapshotColumn = {
  key: 'source',
  title: 'Source',
  value: (row) => row.account_name,
  render: (row) => (
    <span className={listStyles.source}>
      <CloudLogo cloud={row.cloud_type} />
      {row.account_name}
    </span>
  ),
};

export const CHANGED: SnapshotColumn = {
  key: 'changed',
  title: 'Changes',
  value: (row) => (row.is_changed === null ? '' : row.is_changed ? 'Yes' : 'None'),
};

/** Columns of a run. They stay empty for a source without runs. */
const RUN: SnapshotColumn[] = [
  { key: 'trigger', title: 'Trigger', value: (row) => (row.trigger === null ? '' : TRIGGER_LABELS[row.trigger]) },
  {
    key: 'duration',
    title: 'Duration',
    value: durationSeconds,
    render: (row) => (row.run_id === '' ? '' : formatDuration(durationSeconds(row) ?? 0)),
  },
  { key: 'entities', title: 'Entities', value: (row) => row.entity_count, render: (row) => row.entity_count?.toLocaleString('en') ?? '' },
  CHANGED,
];

export const MESSAGES: SnapshotColumn = { key: 'messages', title: 'Messages', value: messageCountLabel };

/** Columns of the history. The result shows its reason below the label. */
export const HISTORY_COLUMNS: readonly SnapshotColumn[] = [
  timeColumn({ key: 'ended', title: 'Ended', at: (row) => row.ended_time, as: 'second' }),
  SOURCE,
  { key: 'cloud', title: 'Cloud', value: (row) => cloudName(row.cloud_type) },
  {
    key: 'result',
    title: 'Result',
    value: (row) => RESULTS[row.status].label,
    render: ({ status, status_reason: reason, error_count: errors }) => (
      <>
        <StatusTag tone={RESULTS[status].tone}>{RESULTS[status].label}</StatusTag>
        {(errors > 0 || status === 'ACCOUNT_STATUS_UNKNOWN') && <span className={styles.reason}>{reason}</span>}
      </>
    ),
  },
  ...RUN,
  MESSAGES,
];
