import type { ReactNode } from 'react';
import type { Syslog } from '@cam/contracts';
import styles from './AlertForm.module.css';

/** Lists the syslog servers for users without the write right. */
export function SyslogList({ servers }: { servers: readonly Syslog[] }): ReactNode {
  if (servers.length === 0) return <p className={styles.empty}>No syslog servers yet.</p>;
  return (
    <div className={styles.list}>
      <ul aria-label="Syslog servers">
        {servers.map(({ endpoint, network, credentials }) => (
          <li key={`${network} ${endpoint}`} className={styles.entry}>
            {endpoint} {network}
            {credentials && `, with credentials of ${credentials.username}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
