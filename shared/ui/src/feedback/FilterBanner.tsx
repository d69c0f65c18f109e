import type { ReactNode } from 'react';
import { Icon } from '../entity/Icon';
import styles from './FilterBanner.module.css';

/**
 * Says that a page shows a part only, and offers the rest. The phrase is the same on every page.
 * @param children the part, such as "alerts about payroll-prod"
 * @param action the button or link that shows all; absent where the source filter of the top bar does
 */
export function FilterBanner({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.banner} role="note">
      <Icon name="filter" />
      <span>Showing only {children}</span>
      {action}
    </div>
  );
}
