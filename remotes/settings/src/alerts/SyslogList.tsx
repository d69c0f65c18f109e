import type { ReactNode } from 'react';
import type { Syslog } from '@cam/contracts';
import styles from './AlertForm.module.css';

/** The syslog servers for those who may look but not write. */
export function SyslogList({ servers }: { servers: readonly Syslog[] }): ReactNode {
  if (servers.length === 0) return <p className={styles.empty}>No syslog server yet.</p>;
  return (
    <div className={styles.list}>
      <ul aria-label="Syslog servers">
        {servers.map(({ endpoint, network, credentials }) => (
          <li key={`${network} ${endpoint}`} className={styles.entry}>
            {endpoint} {network}
            {credentials && `, with the credentials of ${credentials.username}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
