import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { REPORT_TYPE_LABELS, type ReportSchedule } from '@cam/contracts';
import { confirm, useAddress, useSession } from '@cam/platform';
import { Alert, Button, DataGrid, Dropdown, Icon, StatusTag, Tooltip, type GridColumn, Time, formatZoned } from '@cam/ui';
import styles from '../list/reports.module.css';
import { changeSchedule, removeSchedule, sendNow, useSchedules } from './api';
import { ScheduleDialog } from './ScheduleDialog';
import { describeSchedule, describeTimes } from './schedule-form';

/** Lists the reports that are generated and e-mailed every week or month. */
export function ScheduleList(): ReactNode {
  const address = useAddress('schedules');
  const mayWrite = useSession().can('GENERAL');
  const [dialog, setDialog] = useState<{ schedule: ReportSchedule | null } | null>(null);
  const { data, error, mutate } = useSchedules();
  const reloadAfter = async (work: () => Promise<void>): Promise<void> => {
    await work().catch(() => undefined);
    await mutate();
  };
  const remove = async (schedule: ReportSchedule): Promise<void> => {
    const message = `Delete the scheduled report ${schedule.name}? It will no longer be sent. Its existing reports are kept.`;
    if (await confirm({ message, okText: 'Delete' })) await reloadAfter(() => removeSchedule(schedule));
  };
  const columns: GridColumn<ReportSchedule>[] = [
    {
      key: 'name',
      title: 'Name',
      width: 240,
      value: (row) => row.name,
      text: (row) => `${row.name} ${row.criteria.query ?? ''} ${row.criteria.search ?? ''}`,
      render: (row) => (
        <>
          {row.name}
          <div className={styles.when}>{describeContent(row)}</div>
        </>
      ),
    },
    {
      key: 'when',
      title: 'Schedule',
      width: 230,
      value: describeSchedule,
      render: (row) => (
        <>
          {describeTimes(row)}
          <div className={styles.when}>{row.time_zone.replaceAll('_', ' ')}</div>
          <div className={styles.when}>
            {row.next_run === null ? <StatusTag tone="neutral">Paused</StatusTag> : `Next: ${formatZoned(row.next_run)}`}
          </div>
        </>
      ),
    },
    { key: 'recipients', title: 'Recipients', width: 200, value: (row) => row.recipients.join(', '), render: (row) => <Recipients schedule={row} /> },
    {
      key: 'last',
      title: 'Last run',
      width: 210,
      value: (row) => row.last_run?.at ?? null,
      text: (row) => row.last_run?.error ?? '',
      render: (row) => <LastRun schedule={row} />,
    },
    { key: 'by', title: 'Created by', value: (row) => row.created_by },
    ...(mayWrite
      ? [
          {
            key: 'actions',
            title: '',
            sticky: true,
            value: () => '',
            render: (row: ReportSchedule) => (
              <Actions
                schedule={row}
                onEdit={() => setDialog({ schedule: row })}
                onSend={() => void reloadAfter(() => sendNow(row))}
                onPause={() => void reloadAfter(() => changeSchedule(row, { paused: !row.paused }))}
                onRemove={() => void remove(row)}
              />
            ),
          },
        ]
      : []),
  ];
  const add = mayWrite ? (
    <Button type="primary" icon={<Icon name="add" />} onClick={() => setDialog({ schedule: null })}>
      Schedule report
    </Button>
  ) : undefined;

  return (
    <>
      {data && !data.has_mail && (
        <Alert
          className={styles.notice}
          type="warning"
          showIcon
          title="No mail server is configured, so reports are generated but not sent. Ask your operator to set CAM_SMTP_URL."
        />
      )}
      <DataGrid
        title="Scheduled reports"
        rows={data?.schedules}
        rowKey={(row) => row.schedule_id}
        columns={columns}
        address={address}
        toolbar={add}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No scheduled reports yet',
          text: 'A scheduled report is generated every week or month and e-mailed to its recipients.',
          action: add,
        }}
      />
      {dialog && (
        <ScheduleDialog
          schedule={dialog.schedule}
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            void mutate();
          }}
        />
      )}
    </>
  );
}

function describeContent({ type, format, criteria, account_id: source }: ReportSchedule): string {
  const selection = type === 'REPORT_TYPE_ACCESS' ? (criteria.query ?? '') : criteria.search ? `"${criteria.search}"` : '';
  return [REPORT_TYPE_LABELS[type], format.toLowerCase(), selection, source ?? ''].filter(Boolean).join(', ');
}

function Recipients({ schedule: { recipients } }: { schedule: ReportSchedule }): ReactNode {
  const [first, ...others] = recipients;
  if (others.length === 0) return first;
  return (
    <Tooltip title={recipients.join(', ')}>
      <span>
        {first}
        <div className={styles.when}>and {others.length} more</div>
      </span>
    </Tooltip>
  );
}

function LastRun({ schedule: { last_run: run, recipients } }: { schedule: ReportSchedule }): ReactNode {
  if (!run) return 'Never';
  const tag = {
    RUNNING: <StatusTag tone="medium">{run.error === '' ? 'Sending' : 'Retrying soon'}</StatusTag>,
    SENT: <StatusTag tone="ok">Sent</StatusTag>,
    FAILED: <StatusTag tone="high">{run.sent > 0 ? `Not sent to ${run.failed} of ${run.failed + run.sent}` : 'Not sent'}</StatusTag>,
  }[run.state];
  return (
    <>
      {tag}
      <div>
        <Link to={`/reports?report=${encodeURIComponent(run.report_id)}`}>
          <Time at={run.at} />
        </Link>
      </div>
      {run.error !== '' && recipients.length > 0 && <div className={styles.when}>{run.error}</div>}
    </>
  );
}

interface ActionsProps {
  schedule: ReportSchedule;
  onEdit: () => void;
  onSend: () => void;
  onPause: () => void;
  onRemove: () => void;
}

function Actions({ schedule, onEdit, onSend, onPause, onRemove }: ActionsProps): ReactNode {
  const { name, paused, last_run: run } = schedule;
  const items = [
    { key: 'send', label: 'Send now', disabled: run?.state === 'RUNNING', onClick: onSend },
    { key: 'pause', label: paused ? 'Resume' : 'Pause', onClick: onPause },
    { key: 'remove', label: 'Delete', danger: true, onClick: onRemove },
  ];
  return (
    <>
      <Button type="text" aria-label={`Edit ${name}`} icon={<Icon name="edit" />} onClick={onEdit} />
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text" aria-label={`More for ${name}`} icon={<Icon name="down" />} />
      </Dropdown>
    </>
  );
}
