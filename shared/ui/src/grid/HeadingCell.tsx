import { useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './HeadingCell.module.css';

interface Props extends ComponentProps<'th'> {
  /** Called with the width in px while the right edge is dragged. Without it the width is fixed. */
  onResizeTo?: (width: number) => void;
}

/** Shows a heading with a draggable right edge. The columns menu changes widths by keyboard. */
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
