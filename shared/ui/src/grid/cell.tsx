import type { ReactNode } from 'react';
import { EditableCell } from './EditableCell';
import type { GridColumn } from './grid-types';

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
