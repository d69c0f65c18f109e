import { useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './HeadingCell.module.css';

interface Props extends ComponentProps<'th'> {
  /** Called while the right edge is dragged, with the width in pixels; without it the column keeps its width. */
  onResizeTo?: (width: number) => void;
}

/** A heading whose right edge can be dragged. Keyboards change widths in the choice of columns. */
export function HeadingCell({ onResizeTo, children, ...cell }: Props): ReactNode {
  const heading = useRef<HTMLTableCellElement>(null);
  return (
    <th {...cell} ref={heading}>
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
