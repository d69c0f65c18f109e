import type { ReactNode } from 'react';
import { Icon } from '../entity/Icon';
import styles from './FilterBanner.module.css';

/**
 * Says that a page shows a part only, and offers the rest.
 * @param action the button or link that shows all
 */
export function FilterBanner({ children, action }: { children: ReactNode; action: ReactNode }): ReactNode {
  return (
    <div className={styles.banner} role="note">
      <Icon name="filter" />
      <span>{children}</span>
      {action}
    </div>
  );
}
