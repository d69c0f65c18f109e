import type { ReactNode } from 'react';
import { Count } from '@cam/ui';
import { CountLink } from './ShowAsQuery';
import { usedQuery } from './usage-queries';
import styles from './explorer.module.css';

/** The text in place of a usage count that cannot be determined. */
export const NOT_ENOUGH_DATA = 'not enough data';

const REASON = 'Usage is not logged, or the logs cover less than 90 days.';

/** Shows that usage cannot be determined, with the reason as a tooltip. */
export function NotEnoughData(): ReactNode {
  return (
    <span className={styles.unknown} title={REASON}>
      {NOT_ENOUGH_DATA}
    </span>
  );
}

interface Props {
  used: number | null;
  total: number | null;
  /** The query that returns the total. Both numbers link to their search. */
  query?: string;
  /** Names the counted entities for screen readers. */
  what?: string;
}

/** Shows "used/total". A null `used` is unknown, except that the usage of nothing is 0. */
export function UsedTotal({ used, total, query = '', what = '' }: Props): ReactNode {
  if (total === null) return null;
  return (
    <span className={styles.used}>
      {used === null && total > 0 ? <NotEnoughData /> : <CountLink count={used ?? 0} query={usedQuery(query)} what={`used ${what}`} />}/
      <CountLink count={total} query={query} what={what} />
    </span>
  );
}

/** Shows "total/used", the order that tiles use. */
export function TotalUsed({ used, total }: { used: number | null; total: number }): ReactNode {
  return (
    <span className={styles.used}>
      <Count value={total} />/{used === null && total > 0 ? <NotEnoughData /> : <Count value={used ?? 0} />}
    </span>
  );
}

/** Returns "used/total" as text, for exports and search. */
export function usedTotalText(used: number | null, total: number | null): string {
  if (total === null) return '';
  return `${used ?? (total === 0 ? 0 : NOT_ENOUGH_DATA)}/${total}`;
}
