import type { ReactNode } from 'react';
import { Tooltip } from '@cam/ui';
import styles from './explorer.module.css';

const UNKNOWN = 'Not enough data: no log tells, or it does not reach 90 days back.';

/** "used/total"; of used it says where nothing is known. */
export function UsedTotal({ used, total }: { used: number | null; total: number | null }): ReactNode {
  if (total === null) return null;
  if (used === null) {
    return (
      <Tooltip title={UNKNOWN}>
        <span className={styles.used} aria-label={`not enough data of ${total}`} role="img">
          <span className={styles.unknown}>?</span>/{total}
        </span>
      </Tooltip>
    );
  }
  return (
    <span className={styles.used}>
      {used}/{total}
    </span>
  );
}

/** "total/used", as tiles have it; "?" where nothing is known of use. */
export function TotalUsed({ used, total }: { used: number | null; total: number }): ReactNode {
  if (used !== null) {
    return (
      <span className={styles.used}>
        {total}/{used}
      </span>
    );
  }
  return (
    <Tooltip title={UNKNOWN}>
      <span className={styles.used} aria-label={`${total}, of use there is not enough data`} role="img">
        {total}/<span className={styles.unknown}>?</span>
      </span>
    </Tooltip>
  );
}

/** Used of a total as text, for exports and search. */
export function usedTotal(used: number | null, total: number | null): string {
  if (total === null) return '';
  return `${used ?? 'not enough data'}/${total}`;
}
