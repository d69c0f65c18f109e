import type { ReactNode } from 'react';
import type { TrendPoint } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { BarChart, formatCount } from '@cam/ui';
import styles from './TrendChart.module.css';

interface Props {
  /** Whose trend: a suite's or a rule's. */
  of: { suite_id: string } | { rule_id: string };
  /** What is counted: the rules of a suite that fail, or the objects that fail a rule. */
  what: 'rules' | 'objects';
}

/** How many failed on each day with a snapshot. The page around it goes on without it. */
export function TrendChart({ of, what }: Props): ReactNode {
  const { data } = useApi('GET /v1/intents/complianceTrend', { query: of });
  const points = data?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const failing = (point: TrendPoint): number => (what === 'rules' ? point.failing_tests : point.failed_count);
  const all = (point: TrendPoint): number =>
    what === 'rules' ? point.failing_tests + point.passing_tests : point.failed_count + point.dismissed_count + point.passed_count;
  return (
    <div className={styles.trend}>
      <BarChart
        title={what === 'rules' ? 'Failing rules by day' : 'Failed objects by day'}
        note={last === first ? 'counted on one day so far' : changeOf(failing(last) - failing(first), first)}
        xName="Day"
        yName={what === 'rules' ? 'Failing rules' : 'Failed objects'}
        tone="high"
        height={56}
        bars={points.map((point) => ({ x: point.day, y: failing(point), words: `of ${formatCount(all(point))} fail` }))}
      />
    </div>
  );
}

function changeOf(change: number, { day }: TrendPoint): string {
  if (change === 0) return `as many as on ${day}`;
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than on ${day}`;
}
