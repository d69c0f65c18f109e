import type { ReactNode } from 'react';
import { useApi, useSession } from '@cam/platform';
import styles from './alerts.module.css';

/** Shows the remediation text of the guardrail behind an alert. Renders nothing without a text, a guardrail, or the right to read it. */
export function AlertRemediation({ monitorId }: { monitorId: string }): ReactNode {
  const { rights } = useSession();
  const mayRead = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const { data } = useApi('GET /v1/intents/monitors', mayRead ? {} : null);
  const remediation = data?.monitor_info_list.find(({ monitor_id: id }) => id === monitorId)?.remediation ?? '';
  if (remediation === '') return null;
  return (
    <section className={styles.section} aria-label="Remediation">
      <h3>Remediation</h3>
      <p className={styles.text}>{remediation}</p>
    </section>
  );
}
