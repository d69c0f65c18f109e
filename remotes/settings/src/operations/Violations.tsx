import type { ReactNode } from 'react';
import type { PolicyViolation } from '@cam/contracts';
import { formatCount, Time } from '@cam/ui';
import styles from './AreaDrawer.module.css';

/** Lists what browsers blocked because of the content security policy: a fault of a release, or an attack. */
export function Violations({ violations }: { violations: readonly PolicyViolation[] }): ReactNode {
  return (
    <section className={styles.section} aria-label="Blocked by the security policy">
      <h2>Blocked by the security policy, last 24 hours</h2>
      {violations.length === 0 && <p className={styles.detail}>No blocked requests.</p>}
      <ul className={styles.history}>
        {violations.map(({ version, directive, blocked, source, count, last_at }) => (
          <li key={`${version} ${directive} ${blocked} ${source}`}>
            <div>
              {directive}: {blocked}
            </div>
            <div className={styles.detail}>
              {count === 1 ? 'Once' : `${formatCount(count)} times`}, last <Time at={last_at} />
              {version && `, release ${version}`}
              {source && `, by ${source}`}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
