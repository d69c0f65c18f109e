import type { ReactNode } from 'react';
import type { AlertChart } from '@cam/contracts';
import { ChartEnds, formatDateTime, Tooltip, useArrowKeys } from '@cam/ui';
import styles from './charts.module.css';

type Point = Extract<AlertChart, { kind: 'event' }>['points'][number];

const ROW = 26;
const NAMES = 240;
const WIDTH = 680;
const EDGE = 14;

/** Events in the order of time, a line for each kind; those that the alert is about are red and stand first. */
export function EventChart({ points }: { points: readonly Point[] }): ReactNode {
  const sorted = [...points].sort((a, b) => Number(b.point_color === 'red') - Number(a.point_color === 'red') || a.x.localeCompare(b.x));
  const arrowKeys = useArrowKeys<SVGCircleElement>(points.length);
  const names = [...new Set(sorted.map(({ point_name: name }) => name))];
  const times = points.map(({ x }) => Date.parse(x));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const xOf = (x: string): number =>
    last === first ? (NAMES + WIDTH) / 2 : NAMES + EDGE + ((Date.parse(x) - first) / (last - first)) * (WIDTH - NAMES - 2 * EDGE);
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${names.length * ROW}`} role="group" aria-label="Events by time" className={styles.events}>
        {names.map((name, row) => (
          <g key={name}>
            <text x={0} y={row * ROW + ROW / 2 + 4}>
              {name.length > 34 ? `${name.slice(0, 33)}…` : name}
            </text>
            <line x1={NAMES} x2={WIDTH} y1={row * ROW + ROW / 2} y2={row * ROW + ROW / 2} />
          </g>
        ))}
        {/* What is drawn last lies on top. */}
        {sorted
          .map(({ point_name: name, point_color: color, x, point_size: size }, index) => (
            <Tooltip key={`${name} ${x} ${index}`} title={`${name}, ${formatDateTime(x)}`} trigger={['hover', 'focus']}>
              <circle
                {...arrowKeys(index)}
                cx={xOf(x)}
                cy={names.indexOf(name) * ROW + ROW / 2}
                r={3 + size}
                className={color === 'red' ? styles.red : styles.orange}
                role="img"
                aria-label={`${name}, ${formatDateTime(x)}`}
              />
            </Tooltip>
          ))
          .reverse()}
      </svg>
      <ChartEnds
        from={`${(100 * NAMES) / WIDTH}%`}
        first={formatDateTime(new Date(first).toISOString())}
        last={last !== first && formatDateTime(new Date(last).toISOString())}
      />
    </figure>
  );
}
