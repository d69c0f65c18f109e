import { useMemo, type ReactNode } from 'react';
import { Column as ColumnPlot } from '@ant-design/charts';
import { formatCount } from '../data/formats';
import { FONT } from '../theme/tokens';
import { useChartStyle } from './chart-style';
import type { Column } from './chart-data';
import { useFocusedMark } from './use-focused-mark';

interface Props {
  columns: readonly Column[];
  tone: 'accent' | 'high';
  /** Height of the drawing with its axis, px. */
  height: number;
  focused: number | null;
}

/** Up to this many columns leave room for a count above each. */
const FEW = 12;

/** Draws columns with the chart library. Loaded on demand: see `drawings.ts`. */
export function ColumnDrawing({ columns, tone, height, focused }: Props): ReactNode {
  const { colour, common, axis } = useChartStyle();
  const data = useMemo(() => columns.map(({ x, y, detail, mark }) => ({ x, y, detail, mark })), [columns]);
  const x = focused === null ? undefined : data[focused]?.x;
  const onReady = useFocusedMark(useMemo(() => (x === undefined ? undefined : { x }), [x]));
  const config = useMemo(() => {
    const most = Math.max(...data.map(({ y }) => y));
    const labelled = data.find(({ mark }) => mark) ?? data.find(({ y }) => y === most);
    const few = data.length <= FEW;
    return {
      ...common,
      data,
      height,
      // Room for the count above the highest column, and for the first label of the axis.
      marginTop: 24,
      marginLeft: 8,
      xField: 'x',
      yField: 'y',
      scale: { y: { domainMin: 0, domainMax: Math.max(1, most), nice: true }, x: { padding: 0.25 } },
      axis: {
        x: { ...axis, line: true, labelAutoRotate: false, labelAutoHide: { type: 'hide', keepHeader: true, keepTail: true } },
        y: { ...axis, tickCount: 3, tickFilter: Number.isInteger, labelFormatter: formatCount },
      },
      style: {
        fill: ({ y, mark }: Column) => colour(y === 0 ? 'border' : mark ? 'high' : tone),
        fillOpacity: 1,
        maxWidth: 36,
        minHeight: 2,
        radiusTopLeft: 3,
        radiusTopRight: 3,
      },
      label: {
        text: (column: Column) => (few || column.x === labelled?.x ? formatCount(column.y) : ''),
        position: 'top',
        dy: -4,
        textBaseline: 'bottom',
        fill: colour('text'),
        fillOpacity: 1,
        fontFamily: FONT,
        fontSize: 12,
      },
      tooltip: { title: labelOf, items: [] },
    };
  }, [data, height, tone, colour, common, axis]);
  // The library draws anew, without the tooltip, whenever its component renders.
  return useMemo(() => <ColumnPlot {...config} onReady={onReady} />, [config, onReady]);
}

function labelOf({ x, y, detail, mark }: Column): string {
  return [`${x}: ${formatCount(y)}`, detail].filter(Boolean).join(' ') + (mark ? `, ${mark}` : '');
}
