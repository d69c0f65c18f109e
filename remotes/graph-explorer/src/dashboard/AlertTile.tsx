import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApi, useFlag, useSession } from '@cam/platform';
import { Count, formatCount, Icon } from '@cam/ui';
import styles from './DashboardPage.module.css';

const SEVERITIES = [
  { key: 'high', label: 'high' },
  { key: 'medium', label: 'medium' },
  { key: 'low', label: 'low' },
] as const;

/** The tile of the open alerts, by severity. Shows nothing without read access to alerts, or while the alerts area is turned off. */
export function AlertTile(): ReactNode {
  const { rights } = useSession();
  const isNewer = useFlag('UI_ALERTS_V2_COUNT');
  const maySee = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const older = useApi('GET /v1/intents/alertscount', maySee && !isNewer ? {} : null).data;
  const newer = useApi('GET /v2/alerts/count', maySee && isNewer ? {} : null).data;
  const counts = newer
    ? { high: newer.highCount, medium: newer.mediumCount, low: newer.lowCount }
    : older && { high: older.high_count, medium: older.medium_count, low: older.low_count };
  if (!counts) return null;
  return (
    <li className={styles.tile}>
      <Link to="/alerts" className={styles.open}>
        <span>
          <span className={styles.icon}>
            <Icon name="alert" />
          </span>{' '}
          Alerts
        </span>
        <strong>
          <Count value={counts.high + counts.medium + counts.low} />
        </strong>
      </Link>
      <small className={styles.severities}>
        {SEVERITIES.map(({ key, label }) => (
          <Link key={key} data-severity={key} to={`/alerts?severity=${key.toUpperCase()}`}>
            {formatCount(counts[key])} {label}
          </Link>
        ))}
      </small>
    </li>
  );
}
