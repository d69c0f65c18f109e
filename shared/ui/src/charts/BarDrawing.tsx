import { useMemo, type ReactNode } from 'react';
import { Bar as BarPlot } from '@ant-design/charts';
import { formatCount } from '../data/formats';
import { FONT } from '../theme/tokens';
import { useChartStyle } from './chart-style';
import type { Bar } from './chart-data';
import { useFocusedMark } from './use-focused-mark';

interface Props {
  bars: readonly Bar[];
  tone: 'accent' | 'high';
  /** Height of the drawing, px. */
  height: number;
  focused: number | null;
}

/** The longest name beside a bar, in characters. */
const LONGEST = 22;

/** Draws horizontal bars with the chart library. Loaded on demand: see `drawings.ts`. */
export function BarDrawing({ bars, tone, height, focused }: Props): ReactNode {
  const { colour, common, axis } = useChartStyle();
  const name = focused === null ? undefined : bars[focused]?.name;
  const onReady = useFocusedMark(useMemo(() => (name === undefined ? undefined : { name }), [name]));
  const config = useMemo(() => {
    return {
      ...common,
      data: bars.map(({ name, count }) => ({ name, count })),
      height,
      // Room for the count beside the longest bar.
      marginRight: 44,
      xField: 'name',
      yField: 'count',
      scale: { y: { domainMin: 0 }, x: { padding: 0.3 } },
      axis: {
        x: {
          ...axis,
          grid: false,
          labelFill: colour('text'),
          labelFormatter: (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text),
        },
        y: false,
      },
      style: { fill: colour(tone), fillOpacity: 1, maxWidth: 18, radiusTopLeft: 3, radiusTopRight: 3 },
      label: {
        text: ({ count }: Bar) => formatCount(count),
        position: 'right',
        dx: 4,
        textAlign: 'start',
        fill: colour('text'),
        fillOpacity: 1,
        fontFamily: FONT,
        fontSize: 12,
      },
      tooltip: { title: ({ name, count }: Bar) => `${name}: ${formatCount(count)}`, items: [] },
    };
  }, [bars, height, tone, colour, common, axis]);
  // The library draws anew, without the tooltip, whenever its component renders.
  return useMemo(() => <BarPlot {...config} onReady={onReady} />, [config, onReady]);
}
