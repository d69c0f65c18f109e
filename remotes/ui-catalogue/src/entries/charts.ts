import type { Entry } from './entry';
import BarChartExample from '../examples/BarChart';
import barChartSource from '../examples/BarChart.tsx?source';
import ColumnChartExample from '../examples/ColumnChart';
import columnChartSource from '../examples/ColumnChart.tsx?source';
import LineChartExample from '../examples/LineChart';
import lineChartSource from '../examples/LineChart.tsx?source';
import SparklineExample from '../examples/Sparkline';
import sparklineSource from '../examples/Sparkline.tsx?source';
import EventChartExample from '../examples/EventChart';
import eventChartSource from '../examples/EventChart.tsx?source';

export const CHARTS: readonly Entry[] = [
  {
    name: 'BarChart',
    about: 'Counts by name as horizontal bars. The counts are also a list for the keyboard, and a table.',
    props: [
      ['title', 'the counted quantity'],
      ['bars', 'each with `name` and `count`, the largest first'],
      ['xName', 'heading of the names in the table'],
      ['yName', 'heading of the counts'],
      ['tone', '`high` (red) where the counted quantity is bad'],
      ['note', 'words beside the title'],
    ],
    Example: BarChartExample,
    source: barChartSource,
  },
  {
    name: 'ColumnChart',
    about: 'Counts over time as columns.',
    props: [
      ['title', 'the counted quantity'],
      ['columns', 'each with `x` and `y`; `mark` names the one that the page is about'],
      ['xName', 'heading of the times in the table'],
      ['yName', 'heading of the counts'],
      ['tone', '`high` (red) where the counted quantity is bad'],
      ['height', 'of the highest column, in CSS pixels'],
    ],
    Example: ColumnChartExample,
    source: columnChartSource,
  },
  {
    name: 'LineChart',
    about: 'Counts over time as lines.',
    props: [
      ['title', 'the counted quantity'],
      ['series', 'the lines: `name`, `tone` and `points`'],
      ['xName', 'heading of the times in the table'],
      ['yName', 'heading of the counts'],
      ['height', 'of the drawing, in CSS pixels'],
    ],
    Example: LineChartExample,
    source: lineChartSource,
  },
  {
    name: 'Sparkline',
    about: 'A few values as a line beside a text that says the same.',
    props: [
      ['values', 'the values, the earliest first'],
      ['most', 'the value at the upper edge'],
    ],
    Example: SparklineExample,
    source: sparklineSource,
  },
  {
    name: 'EventChart',
    about: 'Events over time, with a row for each kind.',
    props: [
      ['title', 'what the events are'],
      ['points', 'each with `name` (its row), `at`, `tone` and `size`'],
    ],
    Example: EventChartExample,
    source: eventChartSource,
  },
];
