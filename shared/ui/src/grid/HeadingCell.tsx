import { useRef, useState, type ComponentProps, type DragEvent, type ReactNode } from 'react';
import styles from './HeadingCell.module.css';

/** The column that is dragged, and its table: columns move only within their grid. */
let dragged: { key: string; table: Element | null } | null = null;

interface Props extends ComponentProps<'th'> {
  /** Called with the width in px while the right edge is dragged. Without it the width is fixed. */
  onResizeTo?: (width: number) => void;
  /** Key of the column. */
  columnKey?: string;
  /** Called with the key of a column that is dropped on this one. Without it the column keeps its place. */
  onDropOf?: (key: string) => void;
}

/** Shows a heading that can be dragged to another place, with an edge that changes its width. The columns menu does both by keyboard. */
export function HeadingCell({ onResizeTo, columnKey, onDropOf, children, ...cell }: Props): ReactNode {
  const heading = useRef<HTMLTableCellElement>(null);
  const [isTarget, setTarget] = useState(false);
  const tableOf = ({ currentTarget }: DragEvent): Element | null => currentTarget.closest('section');
  const moves = columnKey !== undefined &&
    onDropOf && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        dragged = { key: columnKey, table: tableOf(event) };
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === null || dragged.key === columnKey || dragged.table !== tableOf(event)) return;
        event.preventDefault();
        setTarget(true);
      },
      onDragLeave: () => setTarget(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setTarget(false);
        if (dragged !== null) onDropOf(dragged.key);
      },
      onDragEnd: () => {
        dragged = null;
      },
    };
  return (
    <th {...cell} {...moves} ref={heading} data-drop={isTarget || undefined}>
      {children}
      {onResizeTo && (
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
            if (left !== undefined && event.currentTarget.hasPointerCapture(event.pointerId)) onResizeTo(event.clientX - left);
          }}
        />
      )}
    </th>
  );
}
