import { useMemo, type ReactNode } from 'react';
import type { AlertChart } from '@cam/contracts';
import { EventChart, type EventPoint } from '@cam/ui';
import styles from './charts.module.css';

type Point = Extract<AlertChart, { kind: 'event' }>['points'][number];

/** Draws the events of an alert over time. Events that the alert is about are red and come first. */
export function EventTimeline({ points }: { points: readonly Point[] }): ReactNode {
  const sorted = useMemo(() => [...points].sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)) || a.x.localeCompare(b.x)).map(pointOf), [points]);
  return (
    <div className={styles.chart}>
      <EventChart title="Events by time" points={sorted} />
    </div>
  );
}

function isAbout({ point_color: color }: Point): boolean {
  return color === 'red';
}

function pointOf(point: Point): EventPoint {
  return { name: point.point_name, at: point.x, tone: isAbout(point) ? 'high' : 'medium', size: point.point_size };
}
