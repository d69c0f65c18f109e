import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApi, useFlag, useSession } from '@cam/platform';
import { formatCount } from '@cam/ui';
import styles from './DashboardPage.module.css';

const SEVERITIES = [
  { key: 'high', label: 'High' },
  { key: 'medium', label: 'Medium' },
  { key: 'low', label: 'Low' },
] as const;

/** Shows the open alerts by severity. Shows nothing without read access to alerts, or while the alerts area is turned off. */
export function AlertTiles(): ReactNode {
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
    <section className={styles.alerts} aria-label="Alerts">
      <h2>Alerts</h2>
      <ul>
        {SEVERITIES.map(({ key, label }) => (
          <li key={key} data-severity={key}>
            <Link to={`/alerts?severity=${key.toUpperCase()}`}>
              <strong>{formatCount(counts[key])}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
