import type { ReactNode } from 'react';
import styles from './ChartEnds.module.css';

interface Props {
  /** What stands at the left end of an axis. */
  first: ReactNode;
  /** At its right end; nothing where both are one. */
  last: ReactNode;
  /** Where the axis begins and ends, px or percent of the line. */
  from?: number | string;
  maxWidth?: number;
}

/** What the two ends of an axis of time are, in a line below it. The marks say their times themselves, so it is not read out. */
export function ChartEnds({ first, last, from, maxWidth }: Props): ReactNode {
  return (
    <p className={styles.ends} style={{ maxWidth, paddingInlineStart: from }} aria-hidden="true">
      <span>{first}</span>
      <span>{last}</span>
    </p>
  );
}
