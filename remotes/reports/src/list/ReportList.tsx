import { useState, type ReactNode } from 'react';
import { REPORT_TYPE_LABELS, type Report, type ReportFormat } from '@cam/contracts';
import { confirm, useAddress, useListAddress, useSession } from '@cam/platform';
import {
  Alert,
  Button,
  DataGrid,
  formatCount,
  formatDate,
  Icon,
  PartialWords,
  Progress,
  StatusTag,
  TextDialog,
  timeColumn,
  type GridAction,
  type GridColumn,
} from '@cam/ui';
import { formatField } from '../generate/format-field';
import { DEFAULT_QUERY, downloadReady, downloadReports, generateReport, isBeingMade, isReady, removeReports, renameReport, useReports } from './api';
import styles from './reports.module.css';

/** The reports that there are: those that people generated and those that schedules had made. */
export function ReportList(): ReactNode {
  const { can } = useSession();
  const address = useAddress();
  const wanted = address.get('report');
  const { page, pageSize, paging } = useListAddress();
  const [dialog, setDialog] = useState<{ kind: 'new' } | { kind: 'rename'; report: Report } | null>(null);
  const { data, error, isValidating, mutate } = useReports({ page, pageSize, wanted });
  const mayWrite = can('GENERAL');

  const remove = async (reports: readonly Report[]): Promise<void> => {
    if (reports.length === 0 || !(await confirm())) return;
    await removeReports(reports);
    await mutate();
  };
  const actions: GridAction<Report>[] = [
    { label: 'Download', run: (rows) => void downloadReady(rows) },
    ...(mayWrite ? [{ label: 'Delete', run: (rows: readonly Report[]) => void remove(rows) }] : []),
  ];
  const columns: GridColumn<Report>[] = [
    {
      key: 'name',
      title: 'Name',
      value: (row) => row.name,
      render: (row) => (
        <>
          {row.name}
          {row.schedule_id !== null && <div className={styles.when}>Scheduled</div>}
        </>
      ),
    },
    { key: 'type', title: 'Type', value: (row) => REPORT_TYPE_LABELS[row.type] },
    { key: 'format', title: 'Format', value: (row) => row.format.toLowerCase() },
    { key: 'status', title: 'Status', value: (row) => row.status, render: (row) => <StatusCell report={row} /> },
    { key: 'rows', title: 'Rows', value: (row) => row.rows, render: (row) => (row.rows === null ? '' : formatCount(row.rows)) },
    timeColumn({ key: 'created', title: 'Created', at: (row) => row.create_date }),
    { key: 'by', title: 'Created By', value: (row) => row.created_by },
    { key: 'expires', title: 'Kept Until', value: (row) => row.expire_date, render: (row) => formatDate(row.expire_date) },
    {
      key: 'actions',
      title: '',
      sticky: true,
      value: () => '',
      render: (row) => (
        <>
          <Button
            type="text"
            aria-label={`Download ${row.name}`}
            icon={<Icon name="download" />}
            disabled={!isReady(row)}
            onClick={() => void downloadReports([row])}
          />
          {mayWrite && (
            <Button
              type="text"
              aria-label={`Rename ${row.name}`}
              icon={<Icon name="edit" />}
              onClick={() => setDialog({ kind: 'rename', report: row })}
            />
          )}
          {mayWrite && (
            <Button type="text" danger aria-label={`Delete ${row.name}`} icon={<Icon name="delete" />} onClick={() => void remove([row])} />
          )}
        </>
      ),
    },
  ];
  const generate = (
    <Button type="primary" icon={<Icon name="add" />} onClick={() => setDialog({ kind: 'new' })}>
      Generate report
    </Button>
  );

  return (
    <>
      {wanted !== '' && (
        <Alert
          className={styles.notice}
          type="info"
          showIcon
          title={data?.entries.length === 0 ? 'This report is not there any more: it was deleted, or kept for its 30 days.' : 'One report of all.'}
          action={
            <Button size="small" onClick={() => address.set({ report: null, page: null })}>
              Show all reports
            </Button>
          }
        />
      )}
      <DataGrid
        title="Reports"
        rows={data?.entries}
        rowKey={(row) => row.report_id}
        columns={columns}
        actions={actions}
        toolbar={generate}
        error={
          error
            ? { message: `Failed to get reports list\nError: ${error.userMessage}`, supportCode: error.trackingId, retry: () => void mutate() }
            : null
        }
        empty={{
          title: wanted === '' ? 'No reports yet' : 'No such report',
          text: 'Generate one of what a query answers here, or of a view of unused access there. Each is an xlsx or CSV file.',
          action: generate,
        }}
        // The names of a page are searched where they are: the server knows no search of reports.
        paging={{ ...paging(data?.count ?? 0, isValidating && !data), search: undefined }}
      />
      {dialog?.kind === 'new' && (
        <TextDialog
          title="Generate report"
          okText="Generate"
          fields={[
            { name: 'name', label: 'Name', initial: 'Access of all users', maxLength: 300 },
            { name: 'query', label: 'Query', initial: DEFAULT_QUERY, maxLength: 4000 },
            formatField,
          ]}
          onClose={() => setDialog(null)}
          onSubmit={async ({ name = '', query = '', format }) => {
            await generateReport({ name, type: 'REPORT_TYPE_ACCESS', criteria: { query }, format: format as ReportFormat });
            await mutate();
          }}
        />
      )}
      {dialog?.kind === 'rename' && (
        <TextDialog
          title="Rename the report"
          okText="Save"
          fields={[{ name: 'name', label: 'Name', initial: dialog.report.name, maxLength: 300 }]}
          onClose={() => setDialog(null)}
          onSubmit={async ({ name = '' }) => {
            await renameReport(dialog.report, name);
            await mutate();
          }}
        />
      )}
    </>
  );
}

/** With why rows may be missing. */
function StatusCell({ report }: { report: Report }): ReactNode {
  return (
    <>
      <Status report={report} />
      {isReady(report) && report.partial.length > 0 && (
        <div className={styles.partial}>
          <PartialWords reasons={report.partial} />
        </div>
      )}
    </>
  );
}

function Status({ report }: { report: Report }): ReactNode {
  if (isBeingMade(report)) return <Progress percent={Math.floor(report.progress)} size="small" aria-label={`Progress of ${report.name}`} />;
  if (report.status === 'REPORT_STATUS_EXPIRING') return <StatusTag tone="medium">Expiring</StatusTag>;
  if (isReady(report)) return report.partial.length > 0 ? <StatusTag tone="medium">Partial</StatusTag> : <StatusTag tone="ok">Completed</StatusTag>;
  if (report.status === 'REPORT_STATUS_UNKNOWN') return <StatusTag tone="neutral">Unknown</StatusTag>;
  return <StatusTag tone="high">{report.error || 'Failed'}</StatusTag>;
}
