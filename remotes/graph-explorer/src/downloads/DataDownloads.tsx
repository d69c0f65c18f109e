import { useState, type ReactNode } from 'react';
import type { DataDownload } from '@cam/contracts';
import { useAddress } from '@cam/platform';
import { Button, DataGrid, Drawer, formatCount, Icon, PartialReasons, StatusTag, timeColumn, type GridColumn } from '@cam/ui';
import { fetchDownload, isGenerating, publish, useDownloads, type Publishable } from './api';
import styles from './downloads.module.css';

const VIEWS: Record<DataDownload['view'], string> = {
  ENTITIES: 'Entities',
  PRIVILEGES: 'Privileges',
  UNUSED_ACCESS: 'Unused access',
  ACCESS: 'Query results',
  EVIDENCE: 'Evidence',
  REVIEW: 'Evidence of a review',
};

/** Opens the drawer that generates a file with all rows of a list. The drawer also lists the files of the last day. */
export function DataDownloads({ title, what }: { title: string; what: Publishable }): ReactNode {
  const address = useAddress();
  return (
    <>
      <Button icon={<Icon name="download" />} onClick={() => address.set({ downloads: 'open' })}>
        Data Downloads
      </Button>
      <Drawer
        open={address.get('downloads') === 'open'}
        onClose={() => address.set({ downloads: null })}
        size={860}
        title="Data Downloads"
        destroyOnHidden
      >
        <Files title={title} what={what} />
      </Drawer>
    </>
  );
}

function Files({ title, what }: { title: string; what: Publishable }): ReactNode {
  const [busy, setBusy] = useState(false);
  const { data, error, mutate } = useDownloads();
  const start = async (): Promise<void> => {
    setBusy(true);
    await publish(what).catch(() => undefined);
    await mutate();
    setBusy(false);
  };
  return (
    <>
      <div className={styles.start}>
        <p>Generate a file with all rows of {title}, with the current filters. You can continue to work. Each file is kept for one day.</p>
        <Button type="primary" loading={busy} onClick={() => void start()}>
          Generate file of {title}
        </Button>
      </div>
      <DataGrid<DataDownload>
        title="Files"
        name="Data downloads"
        rows={data?.downloads}
        rowKey={({ download_id: id }) => id}
        columns={COLUMNS}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No files yet', text: 'Generate a file to see it here. The list has the files of all users of the tenant.' }}
      />
    </>
  );
}

const COLUMNS: GridColumn<DataDownload>[] = [
  { key: 'name', title: 'File', value: ({ file_name: name, view }) => name || VIEWS[view] },
  {
    key: 'status',
    title: 'Status',
    value: (file) => statusOf(file).label,
    render: (file) => (
      <>
        <StatusTag tone={statusOf(file).tone}>{statusOf(file).label}</StatusTag>
        {file.partial.length > 0 && (
          <div className={styles.partial}>
            <PartialReasons reasons={file.partial} />
          </div>
        )}
      </>
    ),
  },
  { key: 'size', title: 'Size', value: ({ bytes }) => bytes, render: ({ bytes }) => `${formatCount(bytes)}B` },
  { key: 'by', title: 'Started By', value: ({ created_by: by }) => by },
  timeColumn({ key: 'at', title: 'Started', at: ({ create_date: at }) => at, as: 'ago' }),
  timeColumn({ key: 'until', title: 'Available Until', at: ({ expire_date: at }) => at }),
  {
    key: 'fetch',
    title: '',
    label: 'Download',
    value: () => '',
    sticky: true,
    width: 120,
    render: (file) => (
      <Button
        size="small"
        disabled={file.status !== 'REPORT_STATUS_COMPLETED'}
        aria-label={`Download ${file.file_name || VIEWS[file.view]}`}
        onClick={() => void fetchDownload(file).catch(() => undefined)}
      >
        Download
      </Button>
    ),
  },
];

function statusOf(file: DataDownload): { label: string; tone: 'ok' | 'high' | 'medium' | 'neutral' } {
  if (isGenerating(file)) return { label: 'Generating', tone: 'neutral' };
  if (file.status === 'REPORT_STATUS_COMPLETED' && file.partial.length > 0) return { label: 'Partial', tone: 'medium' };
  if (file.status === 'REPORT_STATUS_COMPLETED') return { label: 'Ready', tone: 'ok' };
  return { label: file.error || 'Failed', tone: 'high' };
}
