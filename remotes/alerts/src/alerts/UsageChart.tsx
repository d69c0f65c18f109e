import type { ReactNode } from 'react';
import type { AlertChart } from '@cam/contracts';
import { ColumnChart } from '@cam/ui';
import styles from './charts.module.css';

/** Draws the activity over time and marks the column that the alert is about. */
export function UsageChart({ chart }: { chart: Extract<AlertChart, { kind: 'usage' }> }): ReactNode {
  const { barchart_alert_point: columns, x_axis_name: xName, y_axis_name: yName, alert_x: marked } = chart;
  return (
    <div className={styles.chart}>
      <ColumnChart
        title={yName}
        note={xName}
        xName={xName}
        yName={yName}
        columns={columns.map(({ x, y }) => ({ x: labelOf(x), y, mark: x === marked ? 'this alert' : undefined }))}
      />
    </div>
  );
}

/** Separates date and time with a blank. A date alone stays unchanged. */
function labelOf(x: string): string {
  return x.replace('T', ' ');
}
