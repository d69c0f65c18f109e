import type { ReactNode } from 'react';
import { formatCount } from '../data/formats';
import { ChartFrame } from './ChartFrame';
import { labelOfPoint, pointsOf, type Series } from './chart-data';
import { lazyDrawing } from './LazyDrawing';
import styles from './LineChart.module.css';

interface LineChartProps {
  /** The counted quantity. */
  title: string;
  /** Stands beside the title. */
  note?: ReactNode;
  series: readonly Series[];
  /** Headings of the table. */
  xName: string;
  yName: string;
  /** Height of the drawing, px. */
  height?: number;
}

const LineDrawing = lazyDrawing((drawings) => drawings.LineDrawing);

/** Draws counts over time as lines, with their names above. The same counts are a list for the keyboard and for screen readers, and a table. */
export function LineChart({ title, note, series, xName, yName, height = 180 }: LineChartProps): ReactNode {
  return (
    <ChartFrame
      title={title}
      note={note}
      marks={pointsOf(series).map((point) => ({
        key: `${point.x} ${point.name}`,
        label: labelOfPoint(point),
        cells: [`${point.x}, ${point.name}`, [formatCount(point.y), point.detail].filter(Boolean).join(' ')],
      }))}
      headings={[xName, yName]}
    >
      {(focused) => (
        <>
          <ul className={styles.names}>
            {series.map(({ name, tone }) => (
              <li key={name} data-tone={tone}>
                {name}
              </li>
            ))}
          </ul>
          <LineDrawing series={series} height={height} focused={focused} />
        </>
      )}
    </ChartFrame>
  );
}
