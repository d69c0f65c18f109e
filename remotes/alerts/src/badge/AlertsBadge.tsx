import type { ReactNode } from 'react';
import { useAccountFilter, useApi, useFlag, useSession } from '@cam/platform';
import { alertBadge, type AlertCounts } from './alert-badge';
import styles from './AlertsBadge.module.css';

/** The counts refresh every minute (ms): alerts arrive without any action in this tab. */
const REFRESH = { refreshInterval: 60_000 };

/** Shows the number of open alerts in the menu. Renders nothing without the read right, before the counts arrive, or with no open alerts. */
export default function AlertsBadge(): ReactNode {
  const counts = useAlertCounts();
  const badge = counts && alertBadge(counts);
  if (!badge) return null;
  return (
    <span className={`${styles.badge} ${styles[badge.tone]}`} role="img" aria-label={badge.label}>
      {badge.text}
    </span>
  );
}

function useAlertCounts(): AlertCounts | null {
  const { rights } = useSession();
  const v2 = useFlag('UI_ALERTS_V2_COUNT');
  const { current } = useAccountFilter();
  const mayRead = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const { data: newer } = useApi('GET /v2/alerts/count', mayRead && v2 ? { query: current ? { accountIds: current.id } : {} } : null, REFRESH);
  const { data: older } = useApi('GET /v1/intents/alertscount', mayRead && !v2 ? {} : null, REFRESH);
  if (v2) return newer ? { high: newer.highCount, medium: newer.mediumCount, low: newer.lowCount } : null;
  return older ? { high: older.high_count, medium: older.medium_count, low: older.low_count } : null;
}
