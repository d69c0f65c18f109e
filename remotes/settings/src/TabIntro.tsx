import type { ReactNode } from 'react';
import styles from './tab-intro.module.css';

/** Shows the purpose of a tab, with its actions at the right. */
export function TabIntro({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.intro}>
      <p>{children}</p>
      <span className={styles.actions}>{actions}</span>
    </div>
  );
}
