import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { namingColumn } from './CardCell';
import { placeOf } from './GridRow';
import { RowCheckbox } from './RowCheckbox';
import type { GridColumn, GridSort } from './grid-types';
import type { Slot } from './slots';
import styles from './HeadingCell.module.css';

/** The column that is dragged, and its grid: columns move only within their grid. */
let dragged: { key: string; grid: Element | null } | null = null;

interface Props<Row> {
  slot: Slot<Row>;
  index: number;
  /** The longest text of the cells below, which keeps its room while the rows are drawn in steps. */
  longest?: string;
  columns: readonly GridColumn<Row>[];
  selection: { count: number; total: number; onSelectAll: (isSelected: boolean) => void };
  sort: GridSort | null | 'never';
  /** True when the server sorts: then only columns marked as sortable sort. The browser sorts by all columns by default. */
  isServer: boolean;
  onSort: (sort: GridSort | null) => void;
  /** Called with the width in px while the right edge of a column is dragged. */
  onResize: (key: string, width: number) => void;
  /** Moves a column to the place of another one. */
  onMove: (key: string, target: string) => void;
}

/** Headings of two short words stay on one line, in characters. Longer ones may wrap, as their cells are often narrower. */
const SHORT = 12;

/** Shows the heading of a place in the rows. */
export function HeadingCell<Row>(props: Props<Row>): ReactNode {
  const { slot, index, columns, selection } = props;
  if (slot.kind === 'column') return <ColumnHeading {...props} column={slot.column} />;
  const { count, total, onSelectAll } = selection;
  return (
    <th data-kind={slot.kind} data-fixed={slot.fixed} data-edge={slot.isEdge || undefined} style={placeOf(slot, index)}>
      {slot.kind === 'card' && columns[namingColumn(columns)]?.title}
      {slot.kind === 'select' && (
        <RowCheckbox
          aria-label="Select all"
          disabled={total === 0}
          checked={count > 0 && count === total}
          indeterminate={count > 0 && count < total}
          onChange={({ target }) => onSelectAll(target.checked)}
        />
      )}
    </th>
  );
}

/** A heading sorts, can be dragged to another place, and has an edge that changes its width. The columns menu does the latter two by keyboard. */
function ColumnHeading<Row>({
  column,
  slot,
  index,
  longest,
  sort,
  isServer,
  onSort,
  onResize,
  onMove,
}: Props<Row> & { column: GridColumn<Row> }): ReactNode {
  const heading = useRef<HTMLTableCellElement>(null);
  const { key, title, sticky = false } = column;
  const move = useMove(key, onMove);
  const sorts = sort !== 'never' && title !== '' && (column.sortable ?? !isServer);
  const order = sort === 'never' || sort?.column !== key ? null : sort.descending ? ('descending' as const) : ('ascending' as const);
  const next = NEXT[order ?? 'none'];
  const change = (): void => onSort(next.order === null ? null : { column: key, descending: next.order === 'descending' });
  const sorting = sorts
    ? {
        'aria-label': title,
        'aria-description': 'sortable',
        'aria-sort': order ?? undefined,
        tabIndex: 0,
        onClick: change,
        onKeyDown: (event: { key: string }) => {
          if (event.key === 'Enter') change();
        },
      }
    : {};
  return (
    <th
      ref={heading}
      scope={title === '' ? undefined : 'col'}
      data-kind="column"
      data-sorts={sorts || undefined}
      data-short={(title.length <= SHORT && slot.kind === 'column' && !slot.isCut) || undefined}
      data-fixed={slot.fixed}
      data-edge={slot.isEdge || undefined}
      data-longest={longest}
      style={placeOf(slot, index)}
      {...sorting}
      {...(sticky ? {} : move)}
    >
      {sorts ? (
        <span className={styles.sorts} title={next.action}>
          <span className={styles.title}>{title}</span>
          <span className={styles.mark} data-order={order} aria-hidden />
        </span>
      ) : (
        title
      )}
      {!sticky && (
        <span
          aria-hidden
          className={styles.edge}
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            const left = heading.current?.getBoundingClientRect().left;
            if (left !== undefined && event.currentTarget.hasPointerCapture(event.pointerId)) onResize(key, event.clientX - left);
          }}
        />
      )}
    </th>
  );
}

/** The order that the next click on a heading gives, by the present one. */
const NEXT = {
  none: { order: 'ascending', action: 'Sort ascending' },
  ascending: { order: 'descending', action: 'Sort descending' },
  descending: { order: null, action: 'Do not sort' },
} as const;

/** Returns the properties of a heading that can be dragged to the place of another one. */
function useMove(key: string, onMove: (key: string, target: string) => void) {
  const [isTarget, setTarget] = useState(false);
  const gridOf = ({ currentTarget }: DragEvent): Element | null => currentTarget.closest('section');
  return {
    draggable: true,
    'data-drop': isTarget || undefined,
    onDragStart: (event: DragEvent) => {
      dragged = { key, grid: gridOf(event) };
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null || dragged.key === key || dragged.grid !== gridOf(event)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setTarget(false);
      if (dragged !== null) onMove(dragged.key, key);
    },
    onDragEnd: () => {
      dragged = null;
    },
  };
}
