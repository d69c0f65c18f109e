import type { ReactNode } from 'react';
import type { TrendPoint } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { formatCount } from '@cam/ui';
import styles from './TrendChart.module.css';

interface Props {
  /** Whose trend: a suite's or a rule's. */
  of: { suite_id: string } | { rule_id: string };
  /** What is counted: the rules of a suite that fail, or the objects that fail a rule. */
  what: 'rules' | 'objects';
}

/** The most that a day takes, px: two are as wide as their dates. */
const WIDTH = 96;

/** How many failed on each day with a snapshot. The page around it goes on without it. */
export function TrendChart({ of, what }: Props): ReactNode {
  const { data } = useApi('GET /v1/intents/complianceTrend', { query: of });
  const points = data?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const failing = (point: TrendPoint): number => (what === 'rules' ? point.failing_tests : point.failed_count);
  const all = (point: TrendPoint): number =>
    what === 'rules' ? point.failing_tests + point.passing_tests : point.failed_count + point.dismissed_count + point.passed_count;
  const title = what === 'rules' ? 'Failing rules by day' : 'Failed objects by day';
  const most = Math.max(1, ...points.map(failing));
  return (
    <figure className={styles.trend}>
      <figcaption>
        <span className={styles.title}>{title}</span>
        {last === first ? 'counted on one day so far' : changeOf(failing(last) - failing(first), first)}
      </figcaption>
      <ol className={styles.bars} style={{ maxWidth: Math.max(2, points.length) * WIDTH }} aria-label={title}>
        {points.map((point) => {
          const label = `${point.day}: ${formatCount(failing(point))} of ${formatCount(all(point))} fail`;
          return (
            <li key={point.day} aria-label={label} title={label}>
              <span className={styles.value}>{point === first || point === last ? formatCount(failing(point)) : ''}</span>
              <span className={failing(point) > 0 ? styles.bar : styles.none} style={{ height: `${(100 * failing(point)) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <p className={styles.ends} style={{ maxWidth: Math.max(2, points.length) * WIDTH }}>
        <span>{first.day}</span>
        <span>{last === first ? '' : last.day}</span>
      </p>
    </figure>
  );
}

function changeOf(change: number, { day }: TrendPoint): string {
  if (change === 0) return `as many as on ${day}`;
  return `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than on ${day}`;
}
