import { formatDateTime, formatRelative, formatTimestamp } from '../data/formats';
import type { GridColumn } from './grid-types';

/** The format of a time: to the minute, to the second with the zone, or how long ago. */
const FORMATTERS = {
  minute: (at: string | null) => formatDateTime(at),
  second: (at: string | null) => formatTimestamp(at),
  ago: (at: string | null) => formatRelative(at),
};

/** A narrow column breaks the line after the day, not within it. */
const UNBROKEN_DAY = { display: 'inline-block', minWidth: '6em' };

/** Returns a column of ISO 8601 times. Sorting and export use the plain value; cells show the formatted time, with the zone in the tooltip. */
export function timeColumn<Row>(
  column: Omit<GridColumn<Row>, 'value' | 'render' | 'text'> & { at: (row: Row) => string | null; as?: keyof typeof FORMATTERS },
): GridColumn<Row> {
  const { at, as = 'minute', ...rest } = column;
  return {
    ...rest,
    value: (row) => at(row) || null,
    render: (row) => (
      <span style={UNBROKEN_DAY} title={as !== 'second' && at(row) ? formatTimestamp(at(row)) : undefined}>
        {FORMATTERS[as](at(row) || null)}
      </span>
    ),
    text: (row) => formatDateTime(at(row)),
  };
}
