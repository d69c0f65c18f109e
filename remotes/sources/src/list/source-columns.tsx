import type { ReactNode } from 'react';
import type { Account, SourceProgress } from '@cam/contracts';
import { CloudLogo, cloudName, RowButton, timeColumn, type GridColumn } from '@cam/ui';
import type { CorrelationActions } from '../correlated/api';
import { LinkButton } from '../correlated/LinkButton';
import { SourceStatus, statusName } from '../progress/SourceStatus';
import styles from './sources.module.css';

interface ColumnOptions {
  progressOf: (account: Account) => SourceProgress | undefined;
  /** Opens the connection of a source. */
  open: (account: Account) => void;
  showRisks: (account: Account) => void;
  /** Null for users who may only read. */
  change: { rename: (account: Account) => void; again: (account: Account) => void; remove: (account: Account) => void } | null;
  /** The provider's name for the account id; null when rows belong to several providers. */
  idLabel: string | null;
  /** Folder names from the outermost, by account id, with the provider's term as `title`. Null when rows belong to several providers. */
  folders: { title: string; of: ReadonlyMap<string, readonly string[]> } | null;
  /** Null without an identity-governance product. */
  correlated: CorrelationActions | null;
}

/** Connected on its own, not through its organization. */
function isConnectedDirectly({ is_connected: isConnected, root_uid: root, uid }: Account): boolean {
  return isConnected && root === uid;
}

function originOf(account: Account): string {
  if (!account.is_connected) return 'Import';
  return isConnectedDirectly(account) ? 'Connection' : 'Organization';
}

/** Shows the innermost folder. Tooltip, search and export have the full path. */
function folderColumn({ title, of }: NonNullable<ColumnOptions['folders']>): GridColumn<Account> {
  const pathOf = ({ account_id: id }: Account): string => (of.get(id) ?? []).join(' / ');
  return {
    key: 'folder',
    title,
    value: pathOf,
    render: (row) => <span title={pathOf(row)}>{of.get(row.account_id)?.at(-1)}</span>,
  };
}

/** Returns the columns of the source list. */
export function sourceColumns({ progressOf, open, showRisks, change, idLabel, folders, correlated }: ColumnOptions): GridColumn<Account>[] {
  const columns: GridColumn<Account>[] = [
    {
      key: 'name',
      title: 'Source',
      value: (row) => row.account_name,
      render: (row) => (
        <span className={styles.source}>
          <CloudLogo cloud={row.cloud_type} />
          {row.is_connected ? (
            <RowButton look="link" onClick={() => open(row)}>
              {row.account_name}
            </RowButton>
          ) : (
            row.account_name
          )}
        </span>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      value: statusName,
      render: (row) => <SourceStatus account={row} progress={progressOf(row)} />,
    },
    { key: 'id', title: idLabel ?? 'ID', value: (row) => row.account_id, render: (row) => <span className={styles.id}>{row.account_id}</span> },
    ...(idLabel === null ? [{ key: 'cloud', title: 'Cloud', value: (row: Account) => cloudName(row.cloud_type) }] : []),
    ...(folders && folders.of.size > 0 ? [folderColumn(folders)] : []),
    ...(correlated?.areAny ? [{ key: 'correlated', title: 'Correlated source', value: ({ uid }: Account) => correlated.nameOf(uid) }] : []),
    { key: 'origin', title: 'Origin', value: originOf },
    timeColumn({ key: 'snapshot', title: 'Last successful snapshot', at: (row) => row.last_snapshot_time }),
  ];
  columns.push({
    key: 'actions',
    title: '',
    sticky: true,
    value: () => '',
    sortable: false,
    width: 100 + (change === null ? 0 : correlated ? 140 : 110),
    render: (row) => (
      <span className={styles.actions}>
        {row.last_snapshot_time !== null && (
          <RowButton look="link" className={styles.risks} aria-label={`Top risks of ${row.account_name}`} onClick={() => showRisks(row)}>
            Top risks
          </RowButton>
        )}
        {change && <Changes row={row} change={change} open={open} correlated={correlated} />}
      </span>
    ),
  });
  return columns;
}

function Changes({
  row,
  change: { rename, again, remove },
  open,
  correlated,
}: Pick<ColumnOptions, 'open' | 'correlated'> & { row: Account; change: NonNullable<ColumnOptions['change']> }): ReactNode {
  return (
    <>
      <RowButton
        look="plain"
        aria-label={row.is_connected ? `Take a snapshot of ${row.account_name} now` : `Evaluate ${row.account_name} again`}
        icon={row.is_connected ? 'snapshot' : 'refresh'}
        onClick={() => again(row)}
      />
      <RowButton
        look="plain"
        aria-label={`${isConnectedDirectly(row) ? 'Edit' : 'Rename'} ${row.account_name}`}
        icon="edit"
        onClick={() => (isConnectedDirectly(row) ? open(row) : rename(row))}
      />
      {correlated && <LinkButton uid={row.uid} name={row.account_name} actions={correlated} />}
      {originOf(row) !== 'Organization' && (
        <RowButton look="plain" isDanger aria-label={`Delete ${row.account_name}`} icon="delete" onClick={() => remove(row)} />
      )}
    </>
  );
}
