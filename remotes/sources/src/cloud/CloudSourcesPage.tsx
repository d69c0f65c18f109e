import { useState, type ReactNode } from 'react';
import type { Account, SourceProgress } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Button, DataGrid, formatDateTime, Icon, Input, Modal, PageHeader, Progress, StatusTag, Tooltip, type GridColumn } from '@cam/ui';
import { deleteAccount, isUnderWay, renameAccount, useCloudAccounts, useProgress } from './api';
import { ErrorsTable } from './ErrorsTable';
import { ImportDialog } from './ImportDialog';

const STATUS = {
  ACCOUNT_STATUS_SUCCESS: ['ok', 'Active'],
  ACCOUNT_STATUS_WARNING: ['medium', 'Warning'],
  ACCOUNT_STATUS_ERROR: ['high', 'Error'],
  ACCOUNT_STATUS_UNKNOWN: ['neutral', 'Unknown'],
} as const;

export default function CloudSourcesPage(): ReactNode {
  const { can } = useSession();
  const [importing, setImporting] = useState(false);
  const [renaming, setRenaming] = useState<Account | null>(null);
  const accounts = useCloudAccounts();
  const progress = useProgress(() => void accounts.mutate());
  const sources = progress.data?.sources ?? [];
  const mayWrite = can('ACCOUNT');

  const remove = async (account: Account): Promise<void> => {
    const yes = await confirm({ message: `Delete the source ${account.account_name} with everything that came from it?` });
    if (!yes) return;
    await deleteAccount(account).catch(() => undefined);
    await Promise.all([accounts.mutate(), progress.mutate()]);
  };

  const columns: GridColumn<Account>[] = [
    { key: 'name', title: 'Source', value: (row) => row.account_name },
    { key: 'id', title: 'Account ID', value: (row) => row.account_id },
    {
      key: 'status',
      title: 'Status',
      value: (row) => STATUS[row.status][1],
      render: (row) => <Status account={row} progress={sources.find(({ uid }) => uid === row.uid)} />,
    },
    { key: 'snapshot', title: 'Last good snapshot', value: (row) => formatDateTime(row.last_snapshot_time) },
  ];
  if (mayWrite) {
    columns.push({
      key: 'actions',
      title: '',
      sticky: true,
      value: () => '',
      sortable: false,
      width: 100,
      render: (row) => (
        <>
          <Button type="text" aria-label={`Rename ${row.account_name}`} icon={<Icon name="edit" />} onClick={() => setRenaming(row)} />
          <Button type="text" danger aria-label={`Delete ${row.account_name}`} icon={<Icon name="delete" />} onClick={() => void remove(row)} />
        </>
      ),
    });
  }
  const importButton = mayWrite ? (
    <Button type="primary" icon={<Icon name="upload" />} onClick={() => setImporting(true)}>
      Import
    </Button>
  ) : undefined;
  const error = accounts.error;

  return (
    <>
      <PageHeader title="Cloud Sources" text="The accounts that the access graph is built from." actions={importButton} />
      <DataGrid
        title="Sources"
        rows={accounts.data?.account_list}
        rowKey={(row) => row.uid}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void accounts.mutate() } : null}
        empty={{
          title: 'No sources yet',
          text: mayWrite
            ? 'Import the export of an AWS account to see who can reach what.'
            : 'An administrator of your tenant can import accounts here.',
          action: importButton,
        }}
      />
      <ErrorsTable messages={sources.flatMap(({ messages }) => messages)} />
      <ImportDialog
        open={importing}
        onClose={() => setImporting(false)}
        onImported={() => void Promise.all([accounts.mutate(), progress.mutate()])}
      />
      {renaming && <RenameDialog key={renaming.uid} account={renaming} onClose={() => setRenaming(null)} onRenamed={() => void accounts.mutate()} />}
    </>
  );
}

function Status({ account, progress }: { account: Account; progress: SourceProgress | undefined }): ReactNode {
  if (progress && isUnderWay(progress)) {
    return (
      <div role="group" aria-label={`Import of ${account.account_name}`} style={{ minWidth: 180 }}>
        <Progress percent={Math.floor(progress.progress)} size="small" status="active" />
      </div>
    );
  }
  const [tone, label] = STATUS[account.status];
  return (
    <Tooltip title={account.status_reason}>
      <span>
        <StatusTag tone={tone}>{label}</StatusTag>
      </span>
    </Tooltip>
  );
}

function RenameDialog({ account, onClose, onRenamed }: { account: Account; onClose: () => void; onRenamed: () => void }): ReactNode {
  const [name, setName] = useState(account.account_name);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await renameAccount(account.uid, name.trim());
      onRenamed();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="Rename the source"
      okText="Save"
      onOk={() => void save()}
      okButtonProps={{ disabled: name.trim() === '' || name === account.account_name, loading: busy }}
      onCancel={onClose}
      width={440}
    >
      <Input
        aria-label="Unique Name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void save()}
      />
    </Modal>
  );
}
