import type { ReactNode } from 'react';
import type { AlertChart } from '@cam/contracts';
import { formatCount } from '@cam/ui';
import styles from './charts.module.css';

/** How much was done when, with the bar that the alert is about marked. */
export function UsageChart({ chart }: { chart: Extract<AlertChart, { kind: 'usage' }> }): ReactNode {
  const { barchart_alert_point: bars, x_axis_name: xName, y_axis_name: yName, alert_x: marked } = chart;
  const most = Math.max(1, ...bars.map(({ y }) => y));
  return (
    <figure className={styles.chart}>
      <figcaption>{yName}</figcaption>
      <ol className={styles.bars} aria-label={`${yName} by time`}>
        {bars.map(({ x, y }) => (
          <li
            key={x}
            className={x === marked ? styles.marked : undefined}
            aria-label={`${labelOf(x)}: ${formatCount(y)}${x === marked ? ', the alert' : ''}`}
          >
            <span className={styles.value}>{x === marked ? formatCount(y) : ''}</span>
            <span className={styles.bar} style={{ height: `${Math.max(1, (100 * y) / most)}%` }} title={`${labelOf(x)}: ${formatCount(y)}`} />
          </li>
        ))}
      </ol>
      <p className={styles.axis}>
        {xName}: {labelOf(bars[0]?.x ?? '')}
        {bars.length > 1 && ` to ${labelOf(bars.at(-1)?.x ?? '')}`}
      </p>
    </figure>
  );
}

/** A day as it is; a minute without its day. */
function labelOf(x: string): string {
  return x.includes('T') ? x.replace('T', ' ') : x;
}
