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
  const { data: older, error: olderError } = useApi('GET /v1/intents/alertscount', maySee && !isNewer ? {} : null);
  const { data: newer, error: newerError } = useApi('GET /v2/alerts/count', maySee && isNewer ? {} : null);
  const counts = newer
    ? { high: newer.highCount, medium: newer.mediumCount, low: newer.lowCount }
    : older && { high: older.high_count, medium: older.medium_count, low: older.low_count };
  // The tile keeps its place while the count loads, so that the other tiles do not move.
  if (!maySee || (!counts && (olderError ?? newerError))) return null;
  return (
    <li className={styles.tile}>
      <Link to="/alerts" className={styles.open}>
        <span>
          <span className={styles.icon}>
            <Icon name="alert" />
          </span>{' '}
          Alerts
        </span>
        <strong>{counts ? <Count value={counts.high + counts.medium + counts.low} /> : '–'}</strong>
      </Link>
      <small className={styles.severities}>
        {SEVERITIES.map(({ key, label }) =>
          counts ? (
            <Link key={key} data-severity={key} to={`/alerts?severity=${key.toUpperCase()}`}>
              {formatCount(counts[key])} {label}
            </Link>
          ) : (
            <span key={key} className={styles.reserved} aria-hidden>
              {`00 ${label}`}
            </span>
          ),
        )}
      </small>
    </li>
  );
}
