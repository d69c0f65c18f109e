import { memo, type CSSProperties, type ReactNode } from 'react';
import { CardCell, namingColumn } from './CardCell';
import { cellOf } from './cell';
import type { GridColumn, GridDetails, GridExpand } from './grid-types';
import { RowButton } from './RowButton';
import { RowCheckbox } from './RowCheckbox';
import { offsetName, type Slot } from './slots';
import styles from './GridTable.module.css';

interface Props<Row> {
  row: Row;
  id: string;
  slots: readonly Slot<Row>[];
  /** The visible columns, of which a card is made. */
  columns: readonly GridColumn<Row>[];
  isSelected: boolean;
  isOpen: boolean;
  expand?: GridExpand<Row>;
  details?: GridDetails<Row>;
  onClick?: (row: Row) => void;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
  onOpen: (id: string, isOpen: boolean) => void;
}

function Row<Row>(props: Props<Row>): ReactNode {
  const { row, id, slots, isSelected, isOpen, expand, onClick } = props;
  return (
    <>
      <tr
        className={styles.row}
        data-row-key={id}
        data-selected={isSelected || undefined}
        data-clickable={onClick !== undefined || undefined}
        onClick={onClick && (() => onClick(row))}
      >
        {slots.map((slot, index) => (
          <td
            key={slot.key}
            data-kind={slot.kind}
            data-fixed={slot.fixed}
            data-edge={slot.isEdge || undefined}
            data-cut={(slot.kind === 'column' && slot.isCut) || undefined}
            style={placeOf(slot, index)}
          >
            <Cell slot={slot} {...props} />
          </td>
        ))}
      </tr>
      {isOpen && expand && (
        <tr className={styles.expanded}>
          <td colSpan={slots.length}>
            <div>{expand.render(row)}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** Shows a row of a grid, and renders again only when something of the row itself changes. */
export const GridRow = memo(Row) as typeof Row;

/** Returns where a fixed cell stays; undefined for a cell that scrolls. */
export function placeOf<Row>({ fixed, offset: expected = 0 }: Slot<Row>, index: number): CSSProperties | undefined {
  if (fixed === undefined) return undefined;
  const offset = `var(${offsetName(index)}, ${expected}px)`;
  return fixed === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset };
}

function Cell<Row>({ slot, row, id, columns, isSelected, isOpen, expand, details, onSelect, onOpen }: Props<Row> & { slot: Slot<Row> }): ReactNode {
  if (slot.kind === 'column') return cellOf(slot.column, row);
  if (slot.kind === 'card') return <CardCell row={row} columns={columns} />;
  if (slot.kind === 'select')
    return (
      <RowCheckbox
        aria-label={`Select ${nameOf(row, columns)}`}
        checked={isSelected}
        data-key="row-select"
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => onSelect([id], target.checked)}
      />
    );
  if (slot.kind === 'expand')
    return (
      (expand?.can?.(row) ?? true) && (
        <RowButton
          look="plain"
          aria-expanded={isOpen}
          data-key="row-explain"
          aria-label={expand?.label(row)}
          className={styles.expander}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(id, !isOpen);
          }}
        >
          {isOpen ? '−' : '+'}
        </RowButton>
      )
    );
  return (
    <RowButton
      data-key="row-explain"
      aria-label={details?.label(row)}
      onClick={(event) => {
        event.stopPropagation();
        details?.open(row);
      }}
    >
      Details
    </RowButton>
  );
}

function nameOf<Row>(row: Row, columns: readonly GridColumn<Row>[]): string {
  return String(columns[namingColumn(columns)]?.value(row) ?? 'row');
}
