import type { ReactNode } from 'react';
import { Count, Tooltip } from '@cam/ui';
import { CountLink } from './ShowAsQuery';
import { usedOf } from './used-of';
import styles from './explorer.module.css';

/** What stands where nothing is known of use. */
export const NOT_ENOUGH_DATA = 'not enough data';

const WHY = 'No log tells of such use, or it does not reach 90 days back.';

/** Where a number of those that were used would stand. */
export function Unknown(): ReactNode {
  return (
    <Tooltip title={WHY}>
      <span className={styles.unknown}>{NOT_ENOUGH_DATA}</span>
    </Tooltip>
  );
}

interface Props {
  used: number | null;
  total: number | null;
  /** The query that answers with the total, and with what is counted of it in words; both numbers open what is behind them. */
  query?: string;
  what?: string;
}

/** "used/total"; of used it says where nothing is known. Of nothing nothing is used. */
export function UsedTotal({ used, total, query = '', what = '' }: Props): ReactNode {
  if (total === null) return null;
  return (
    <span className={styles.used}>
      {used === null && total > 0 ? <Unknown /> : <CountLink count={used ?? 0} query={usedOf(query)} label={`${used ?? 0} ${what} used`} />}/
      <CountLink count={total} query={query} label={`${total} ${what}`} />
    </span>
  );
}

/** "total/used", as tiles have it. */
export function TotalUsed({ used, total }: { used: number | null; total: number }): ReactNode {
  return (
    <span className={styles.used}>
      <Count value={total} />/{used === null && total > 0 ? <Unknown /> : <Count value={used ?? 0} />}
    </span>
  );
}

/** Used of a total as text, for exports and search. */
export function usedTotal(used: number | null, total: number | null): string {
  if (total === null) return '';
  return `${used ?? (total === 0 ? 0 : NOT_ENOUGH_DATA)}/${total}`;
}
