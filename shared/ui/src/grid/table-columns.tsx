import type { ReactNode, ThHTMLAttributes } from 'react';
import { Table, type TableColumnType } from 'antd';
import { EditableCell } from './EditableCell';
import type { GridColumn, GridSort } from './grid-types';
import type { GridLayout } from './layout';

/** Default width of a column, px. */
const WIDTH = 180;

interface Choice {
  layout: GridLayout;
  sort: GridSort | null | 'never';
  /** True when the server sorts: then only columns marked as sortable sort. The browser sorts by all columns by default. */
  isServer: boolean;
  onResize: (key: string, width: number) => void;
  selectorAfter: string | undefined;
  /** Gives each column a width, which windowed rows need. */
  hasWidths: boolean;
  /** Leaves the columns at the right edge among the others. */
  isNarrow: boolean;
  /** Moves a column to the place of another one. */
  onMove: (key: string, target: string) => void;
}

export function widthOf<Row>(column: GridColumn<Row>, { widths }: GridLayout): number {
  return widths[column.key] ?? column.width ?? WIDTH;
}

const FIRST = { fixed: 'start' } as const;

/** Returns the grid's columns in the form of an antd table. */
export function tableColumns<Row>(columns: readonly GridColumn<Row>[], choice: Choice): TableColumnType<Row>[] {
  // The first column with a heading names the row, so it stays in sight while the others scroll. Icons stand before it.
  const naming = columns.findIndex(({ title }) => title !== '');
  return columns.flatMap((column, index) => [
    { ...toTable(column, choice), ...(index <= naming ? FIRST : {}) },
    ...(column.key === choice.selectorAfter ? [Table.SELECTION_COLUMN] : []),
  ]);
}

function toTable<Row>(column: GridColumn<Row>, { layout, sort, isServer, onResize, onMove, hasWidths, isNarrow }: Choice): TableColumnType<Row> {
  const own = layout.widths[column.key] ?? column.width;
  const isSorted = sort !== 'never' && sort?.column === column.key;
  return {
    key: column.key,
    title: column.title,
    width: hasWidths ? widthOf(column, layout) : own,
    ellipsis: layout.widths[column.key] !== undefined,
    fixed: column.sticky && !isNarrow ? 'end' : undefined,
    sorter: sort !== 'never' && (column.sortable ?? !isServer) && column.title !== '',
    sortOrder: isSorted ? (sort.descending ? 'descend' : 'ascend') : null,
    onHeaderCell: () =>
      column.sticky
        ? {}
        : ({
            onResizeTo: (width: number) => onResize(column.key, width),
            columnKey: column.key,
            onDropOf: (dropped: string) => onMove(dropped, column.key),
          } as ThHTMLAttributes<HTMLTableCellElement>),
    render: (_cell: unknown, row: Row) => cellOf(column, row),
  };
}

/** Renders the cell of a column, as text or as a field where the user may edit it. */
export function cellOf<Row>(column: GridColumn<Row>, row: Row): ReactNode {
  const shown = column.render?.(row) ?? column.value(row);
  if (!column.edit) return shown;
  return (
    <EditableCell row={row} text={String(column.value(row) ?? '')} edit={column.edit}>
      {shown}
    </EditableCell>
  );
}
