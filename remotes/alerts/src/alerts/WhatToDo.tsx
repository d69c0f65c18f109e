import type { ReactNode } from 'react';
import { useApi, useSession } from '@cam/platform';
import styles from './alerts.module.css';

/** What the guardrail of an alert says that is to be done; nothing where it says nothing, is gone, or may not be read. */
export function WhatToDo({ monitorId }: { monitorId: string }): ReactNode {
  const { rights } = useSession();
  const mayRead = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const { data } = useApi('GET /v1/intents/monitors', mayRead ? {} : null);
  const remediation = data?.monitor_info_list.find(({ monitor_id: id }) => id === monitorId)?.remediation ?? '';
  if (remediation === '') return null;
  return (
    <section className={styles.section} aria-label="What to do">
      <h3>What to do</h3>
      <p className={styles.text}>{remediation}</p>
    </section>
  );
}
