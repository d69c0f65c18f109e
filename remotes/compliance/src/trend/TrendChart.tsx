import type { ReactNode } from 'react';
import type { TrendPoint } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { ColumnChart, formatCount } from '@cam/ui';
import styles from './TrendChart.module.css';

interface Props {
  /** The suite or the rule whose trend is shown. */
  subject: { suite_id: string } | { rule_id: string };
  /** Counts the failing rules of a suite, or the objects that fail a rule. */
  counts: 'rules' | 'objects';
}

/** Charts the number of failures for each day with a snapshot. Shows nothing while there is no data, as the page works without it. */
export function TrendChart({ subject, counts }: Props): ReactNode {
  const { data } = useApi('GET /v1/intents/complianceTrend', { query: subject });
  const points = data?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const failing = (point: TrendPoint): number => (counts === 'rules' ? point.failing_tests : point.failed_count);
  const all = (point: TrendPoint): number =>
    counts === 'rules' ? point.failing_tests + point.passing_tests : point.failed_count + point.dismissed_count + point.passed_count;
  return (
    <div className={styles.trend}>
      <ColumnChart
        title={counts === 'rules' ? 'Failing rules by day' : 'Failed objects by day'}
        note={last === first ? 'only one day counted so far' : changeNote(failing(last) - failing(first), first)}
        xName="Day"
        yName={counts === 'rules' ? 'Failing rules' : 'Failed objects'}
        tone="high"
        height={56}
        columns={points.map((point) => ({ x: point.day, y: failing(point), detail: `of ${formatCount(all(point))} fail` }))}
      />
    </div>
  );
}

function changeNote(change: number, { day }: TrendPoint): string {
  if (change === 0) return `unchanged since ${day}`;
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than on ${day}`;
}
