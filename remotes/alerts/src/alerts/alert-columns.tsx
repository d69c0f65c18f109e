import { riskText, type AlertInfo } from '@cam/contracts';
import { formatCount, RiskScore, SeverityTag, StatusTag, timeColumn, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { distanceOf } from '../triage/days';
import { ROW_FOCUS } from '../triage/use-triage-keys';
import { isClosed, statusLabel } from './alert-actions';
import styles from './alerts.module.css';

/** Shows how far the due date of an alert is. An overdue alert says so in words. */
export function DueDate({ alert, isSentence = false }: { alert: AlertInfo; isSentence?: boolean }) {
  if (isClosed(alert)) return null;
  const distance = distanceOf(alert.due_date);
  return (
    <span className={alert.is_overdue ? styles.overdue : styles.due} title={alert.due_date}>
      {alert.is_overdue ? `Overdue, ${distance}` : isSentence ? `Due ${distance.toLowerCase()}` : distance}
    </span>
  );
}

/** Shows the risk of an alert with its factors. */
function AlertRisk({ alert: { risk, object_name: name, monitor_name: guardrail } }: { alert: AlertInfo }) {
  if (risk === null) return null;
  return <RiskScore risk={risk} of={`${name}: ${guardrail}`} />;
}

/** Returns the part of an e-mail address before the @, which suffices to know a colleague. */
const shortName = (email: string | null): string => email?.split('@')[0] ?? '';

export const ALERT_COLUMNS: GridColumn<AlertInfo>[] = [
  {
    key: 'risk',
    title: 'Risk',
    width: 90,
    value: ({ risk }) => (risk === null ? '' : riskText(risk)),
    render: (row) => <AlertRisk alert={row} />,
  },
  {
    key: 'severity',
    title: 'Severity',
    width: 96,
    value: ({ severity }) => severity,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  { key: 'monitor_name', title: 'Alert', width: 188, value: ({ monitor_name }) => monitor_name },
  {
    key: 'object_name',
    title: 'Entity',
    width: 138,
    value: ({ object_name }) => object_name,
    render: ({ object_name, object_type }) => (
      <span className={styles.entity}>
        <TypeIcon type={object_type} /> <span>{object_name}</span>
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 88,
    value: (row) => statusLabel(row).label,
    render: (row) => <StatusTag tone={statusLabel(row).tone}>{statusLabel(row).label}</StatusTag>,
  },
  {
    key: 'assignee',
    title: 'Assignee',
    width: 98,
    value: ({ assignee }) => assignee,
    render: ({ assignee }) => <span title={assignee ?? undefined}>{shortName(assignee)}</span>,
  },
  { key: 'due_date', title: 'Due', width: 84, value: ({ due_date }) => due_date, render: (row) => <DueDate alert={row} /> },
  { key: 'account', title: 'Source', width: 100, value: ({ account_name, account_id }) => account_name || account_id },
  timeColumn({ key: 'alert_time', title: 'Time', width: 160, at: ({ alert_time }) => alert_time, as: 'ago' }),
  // The icon of the entity says its type, and its page what it reaches.
  { key: 'object_type', title: 'Type', width: 140, isExtra: true, value: ({ object_type }) => typeName(object_type) },
  {
    key: 'reached_count',
    title: 'Resources',
    width: 100,
    isExtra: true,
    value: ({ reached_count }) => reached_count,
    render: ({ reached_count }) => (reached_count === 0 ? '' : formatCount(reached_count)),
  },
];

/** Returns the columns of the table. The name of an alert opens it. */
export function alertColumns(onOpen: (alert: AlertInfo) => void): GridColumn<AlertInfo>[] {
  return ALERT_COLUMNS.map((column) =>
    column.key === 'monitor_name' ? { ...column, render: (row) => <OpenButton alert={row} onOpen={onOpen} /> } : column,
  );
}

/** Returns the only column in a narrow window: a card for each alert. */
export function cardColumn(onOpen: (alert: AlertInfo) => void): GridColumn<AlertInfo> {
  return {
    key: 'card',
    title: 'Alert',
    sortable: false,
    value: (row) =>
      [
        row.risk === null ? '' : `Risk ${riskText(row.risk)}`,
        row.severity,
        row.monitor_name,
        row.object_name,
        row.account_name,
        statusLabel(row).label,
        row.due_date,
      ].join(', '),
    render: (row) => (
      <div className={styles.card}>
        <div className={styles.cardTags}>
          <AlertRisk alert={row} /> <SeverityTag severity={row.severity} />{' '}
          <StatusTag tone={statusLabel(row).tone}>{statusLabel(row).label}</StatusTag>
        </div>
        <OpenButton alert={row} onOpen={onOpen} />
        <span className={styles.entity}>
          <TypeIcon type={row.object_type} /> <span>{row.object_name}</span>
        </span>
        <div className={styles.cardFacts}>
          <span>{row.account_name || row.account_id || 'Global'}</span>
          {row.reached_count > 0 && <span>{row.reached_count === 1 ? '1 resource' : `${formatCount(row.reached_count)} resources`}</span>}
          {row.assignee && <span>{shortName(row.assignee)}</span>}
          {!isClosed(row) && <DueDate alert={row} isSentence />}
        </div>
      </div>
    ),
  };
}

interface OpenProps {
  alert: AlertInfo;
  onOpen: (alert: AlertInfo) => void;
}

/** The name of an alert, which opens it. */
function OpenButton({ alert, onOpen }: OpenProps) {
  return (
    <button
      type="button"
      className={`cam-link ${styles.open}`}
      {...{ [ROW_FOCUS]: '' }}
      aria-label={`Details of ${alert.object_name}: ${alert.monitor_name}`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(alert);
      }}
    >
      {alert.monitor_name}
    </button>
  );
}
