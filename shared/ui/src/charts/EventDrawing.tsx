import { useMemo, type ReactNode } from 'react';
import { Scatter } from '@ant-design/charts';
import { formatDateTime } from '../data/formats';
import { useMedia } from '../theme/use-media';
import { useChartStyle } from './chart-style';
import type { EventPoint } from './chart-data';
import { useFocusedMark } from './use-focused-mark';

interface Props {
  points: readonly EventPoint[];
  /** The rows from top to bottom. */
  names: readonly string[];
  height: number;
  focused: number | null;
}

/** A shown point, with its place among the points. */
interface Datum extends EventPoint {
  index: number;
  time: Date;
  radius: number;
}

const NARROW = '(max-width: 600px)';

/** Draws events as dots with the chart library. Loaded on demand: see `drawings.ts`. */
export function EventDrawing({ points, names, height, focused }: Props): ReactNode {
  const { colour, common, axis } = useChartStyle();
  const isNarrow = useMedia(NARROW);
  const data = useMemo(() => points.map((point, index): Datum => ({ ...point, index, time: new Date(point.at), radius: 3 + point.size })), [points]);
  const onReady = useFocusedMark(useMemo(() => (focused === null ? undefined : { index: focused }), [focused]));
  const config = useMemo(
    () => ({
      ...common,
      // The library draws in the order of the data: the first points belong on top.
      data: [...data].reverse(),
      height,
      // Room for half of the label at the end of the axis, and for the first dot beside the names.
      marginRight: 68,
      insetLeft: 10,
      xField: 'time',
      yField: 'name',
      sizeField: 'radius',
      scale: { y: { type: 'point', domain: [...names], padding: 0.5 }, x: { type: 'time' }, size: { type: 'identity' } },
      axis: {
        x: { ...axis, line: true, grid: false, tickCount: 3, labelFormatter: formatDateTime, labelAutoRotate: false, labelAutoHide: true },
        y: { ...axis, grid: true, labelFill: colour('text'), labelFormatter: (name: string) => shortened(name, isNarrow ? 16 : 34) },
      },
      style: { fill: ({ tone }: Datum) => colour(tone), fillOpacity: 1, stroke: colour('surface'), lineWidth: 1 },
      tooltip: { title: ({ name, at }: Datum) => `${name}, ${formatDateTime(at)}`, items: [] },
    }),
    [data, names, height, isNarrow, colour, common, axis],
  );
  // The library draws anew, without the tooltip, whenever its component renders.
  return useMemo(() => <Scatter {...config} onReady={onReady} />, [config, onReady]);
}

function shortened(name: string, limit: number): string {
  return name.length > limit ? `${name.slice(0, limit - 1)}…` : name;
}
