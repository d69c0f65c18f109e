import type { ReactNode } from 'react';
import { formatCount } from '../data/formats';
import { ChartFrame } from './ChartFrame';
import type { Bar } from './chart-data';
import { lazyDrawing } from './LazyDrawing';

interface BarChartProps {
  /** The counted quantity. */
  title: string;
  /** Stands beside the title. */
  note?: ReactNode;
  /** The largest first. */
  bars: readonly Bar[];
  /** Headings of the table. */
  xName: string;
  yName: string;
  tone?: 'accent' | 'high';
}

const BarDrawing = lazyDrawing((drawings) => drawings.BarDrawing);

/** Height of a bar with its gap, px. */
const ROW = 26;

/** Draws counts by name as horizontal bars. The same counts are a list for the keyboard and for screen readers, and a table. */
export function BarChart({ title, note, bars, xName, yName, tone = 'accent' }: BarChartProps): ReactNode {
  const height = bars.length * ROW + 8;
  return (
    <ChartFrame
      title={title}
      note={note}
      marks={bars.map(({ name, count }) => ({ key: name, label: `${name}: ${formatCount(count)}`, cells: [name, formatCount(count)] }))}
      headings={[xName, yName]}
    >
      {(focused) => <BarDrawing bars={bars} tone={tone} height={height} focused={focused} />}
    </ChartFrame>
  );
}
