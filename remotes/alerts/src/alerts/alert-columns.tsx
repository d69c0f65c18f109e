import type { AlertInfo } from '@cam/contracts';
import { formatCount, SeverityTag, StatusTag, timeColumn, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { statusLabel } from './alert-actions';
import styles from './alerts.module.css';

export const ALERT_COLUMNS: GridColumn<AlertInfo>[] = [
  {
    key: 'severity',
    title: 'Severity',
    width: 100,
    value: ({ severity }) => severity,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  { key: 'monitor_name', title: 'Alert', width: 280, value: ({ monitor_name }) => monitor_name },
  {
    key: 'object_name',
    title: 'Entity',
    width: 250,
    value: ({ object_name }) => object_name,
    render: ({ object_name, object_type }) => (
      <span className={styles.entity}>
        <TypeIcon type={object_type} /> <span>{object_name}</span>
      </span>
    ),
  },
  { key: 'object_type', title: 'Type', width: 140, value: ({ object_type }) => typeName(object_type) },
  {
    key: 'reached_count',
    title: 'Resources',
    width: 100,
    value: ({ reached_count }) => reached_count,
    render: ({ reached_count }) => (reached_count === 0 ? '' : formatCount(reached_count)),
  },
  { key: 'account', title: 'Source', width: 180, value: ({ account_name, account_id }) => account_name || account_id },
  {
    key: 'status',
    title: 'Status',
    width: 200,
    value: (row) => statusLabel(row).label,
    render: (row) => <StatusTag tone={statusLabel(row).tone}>{statusLabel(row).label}</StatusTag>,
  },
  timeColumn({ key: 'alert_time', title: 'Time', width: 150, at: ({ alert_time }) => alert_time, as: 'ago' }),
];
