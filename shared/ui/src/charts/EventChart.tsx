import { useMemo, type ReactNode } from 'react';
import { formatDateTime } from '../data/formats';
import { ChartFrame } from './ChartFrame';
import type { EventPoint } from './chart-data';
import { lazyDrawing } from './LazyDrawing';

const EventDrawing = lazyDrawing((drawings) => drawings.EventDrawing);

/** Height of a row and of the axis below the rows, px. */
const ROW = 28;
const AXIS = 36;

/** Draws events over time, with a row for each kind. The events are also a list for the keyboard and for screen readers, and a table. */
export function EventChart({ title, points }: { title: string; points: readonly EventPoint[] }): ReactNode {
  const names = useMemo(() => [...new Set(points.map(({ name }) => name))], [points]);
  const height = names.length * ROW + AXIS;
  return (
    <ChartFrame
      title={title}
      headings={['Event', 'Time']}
      marks={points.map(({ name, at, tone }, index) => ({
        key: `${index}`,
        label: `${name}, ${formatDateTime(at)}`,
        cells: [name, formatDateTime(at)],
        isMarked: tone === 'high',
      }))}
    >
      {(focused) => <EventDrawing points={points} names={names} height={height} focused={focused} />}
    </ChartFrame>
  );
}
