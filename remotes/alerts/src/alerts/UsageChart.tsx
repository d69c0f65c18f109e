import type { ReactNode } from 'react';
import type { AlertChart } from '@cam/contracts';
import { BarChart } from '@cam/ui';
import styles from './charts.module.css';

/** How much was done when, with the bar that the alert is about marked. */
export function UsageChart({ chart }: { chart: Extract<AlertChart, { kind: 'usage' }> }): ReactNode {
  const { barchart_alert_point: bars, x_axis_name: xName, y_axis_name: yName, alert_x: marked } = chart;
  return (
    <div className={styles.chart}>
      <BarChart
        title={yName}
        note={xName}
        xName={xName}
        yName={yName}
        bars={bars.map(({ x, y }) => ({ x: labelOf(x), y, mark: x === marked ? 'the alert' : undefined }))}
      />
    </div>
  );
}

/** A day as it is; a minute with a blank before it. */
function labelOf(x: string): string {
  return x.replace('T', ' ');
}
