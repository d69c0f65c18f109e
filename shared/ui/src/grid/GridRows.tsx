import type { ReactNode } from 'react';
import { GridRow } from './GridRow';
import type { GridColumn, GridDetails, GridExpand } from './grid-types';
import { ROW_HEIGHT } from './row-window';
import type { Slot } from './slots';
import { useRowSteps } from './use-steps';

export interface RowsProps<Row> {
  /** The rows to draw. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  slots: readonly Slot<Row>[];
  /** The visible columns. */
  columns: readonly GridColumn<Row>[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  /** Ids of the rows that are expanded. */
  open: ReadonlySet<string>;
  onOpen: (id: string, isOpen: boolean) => void;
  expand?: GridExpand<Row>;
  details?: GridDetails<Row>;
  onRowClick?: (row: Row) => void;
  /** Height of the rows before and after those to draw, px. */
  before: number;
  after: number;
}

/** Shows the rows of a grid. A new grid draws them in steps, in which its headings are not rendered again. */
export function GridRows<Row>({ rows, rowKey, selected, open, onRowClick, before, after, ...props }: RowsProps<Row>): ReactNode {
  const count = useRowSteps(rows.length);
  const later = (rows.length - count) * ROW_HEIGHT;
  return (
    <tbody aria-busy={later > 0 || undefined}>
      {before > 0 && <Spacer height={before} />}
      {rows.slice(0, count).map((row) => {
        const id = rowKey(row);
        return <GridRow key={id} {...props} row={row} id={id} isSelected={selected.has(id)} isOpen={open.has(id)} onClick={onRowClick} />;
      })}
      {after + later > 0 && <Spacer height={after + later} />}
    </tbody>
  );
}

/** Takes the room of rows that are not drawn. It is hidden, as its end is no jump of the page. */
function Spacer({ height }: { height: number }): ReactNode {
  return (
    <tr aria-hidden style={{ height, visibility: 'hidden' }}>
      <td style={{ padding: 0, border: 0 }} />
    </tr>
  );
}
