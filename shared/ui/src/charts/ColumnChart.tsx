import type { ReactNode } from 'react';
import { formatCount } from '../data/formats';
import { ChartFrame, type Mark } from './ChartFrame';
import type { Column } from './chart-data';
import { lazyDrawing } from './LazyDrawing';

interface ColumnChartProps {
  /** The counted quantity. */
  title: string;
  /** Stands beside the title. */
  note?: ReactNode;
  columns: readonly Column[];
  /** Headings of the table. */
  xName: string;
  yName: string;
  /** The colour of columns without a mark: `high` (red) where the counted quantity is bad. */
  tone?: 'accent' | 'high';
  /** Height of the highest column, px. */
  height?: number;
}

const ColumnDrawing = lazyDrawing((drawings) => drawings.ColumnDrawing);

/** Room above the columns for their counts and below them for the axis, px. */
const AROUND = 48;
/** The widest that a column and its gap become, px. */
const SLOT = 96;

/** Draws counts over time as columns. The same counts are a list for the keyboard and for screen readers, and a table. */
export function ColumnChart({ title, note, columns, xName, yName, tone = 'accent', height = 128 }: ColumnChartProps): ReactNode {
  const whole = height + AROUND;
  return (
    <ChartFrame
      title={title}
      note={note}
      marks={columns.map(markOf)}
      firstMark={Math.max(
        columns.findIndex(({ mark }) => mark),
        0,
      )}
      headings={[xName, yName]}
      maxWidth={Math.max(2, columns.length) * SLOT}
    >
      {(focused) => <ColumnDrawing columns={columns} tone={tone} height={whole} focused={focused} />}
    </ChartFrame>
  );
}

function markOf({ x, y, detail, mark }: Column): Mark {
  const count = detail ? `${formatCount(y)} ${detail}` : formatCount(y);
  return {
    key: x,
    label: `${x}: ${count}${mark ? `, ${mark}` : ''}`,
    cells: [x, mark ? `${count} (${mark})` : count],
    isMarked: mark !== undefined,
  };
}
