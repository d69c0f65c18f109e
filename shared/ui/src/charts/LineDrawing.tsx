import { useMemo, type ReactNode } from 'react';
import { Line as LinePlot } from '@ant-design/charts';
import { formatCount } from '../data/formats';
import { useChartStyle } from './chart-style';
import { labelOfPoint, pointsOf, type LinePoint, type Series } from './chart-data';
import { useFocusedMark } from './use-focused-mark';

interface Props {
  series: readonly Series[];
  /** Height of the drawing with its axis, px. */
  height: number;
  focused: number | null;
}

/** Draws lines over time with the chart library. Loaded on demand: see `drawings.ts`. */
export function LineDrawing({ series, height, focused }: Props): ReactNode {
  const { colour, common, axis } = useChartStyle();
  const data = useMemo(() => pointsOf(series), [series]);
  const shown = focused === null ? undefined : data[focused];
  const onReady = useFocusedMark(useMemo(() => (shown === undefined ? undefined : { x: shown.x, name: shown.name }), [shown]));
  const config = useMemo(() => {
    const highest = Math.max(1, ...data.map(({ y }) => y));
    return {
      ...common,
      data: [...data],
      height,
      marginTop: 12,
      marginLeft: 8,
      marginRight: 12,
      xField: 'x',
      yField: 'y',
      colorField: 'name',
      scale: {
        color: { domain: series.map(({ name }) => name), range: series.map(({ tone }) => colour(tone)) },
        y: { domainMin: 0, domainMax: highest, nice: true },
        x: { type: 'point', padding: 0.02 },
      },
      axis: {
        x: { ...axis, line: true, labelAutoRotate: false, labelAutoHide: { type: 'hide', keepHeader: true, keepTail: true } },
        y: { ...axis, tickCount: 3, tickFilter: Number.isInteger, labelFormatter: formatCount },
      },
      legend: false,
      style: { lineWidth: 2 },
      point: { sizeField: 3, style: { fillOpacity: 1, lineWidth: 0 }, tooltip: { title: labelOfPoint, items: [] } },
      tooltip: { title: (point: LinePoint) => labelOfPoint(point), items: [] },
    };
  }, [data, series, height, colour, common, axis]);
  // The library draws anew, without the tooltip, whenever its component renders.
  return useMemo(() => <LinePlot {...config} onReady={onReady} />, [config, onReady]);
}
