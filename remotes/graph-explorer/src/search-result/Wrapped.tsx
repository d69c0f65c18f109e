import type { CSSProperties, ReactNode } from 'react';
import styles from './Wrapped.module.css';

/** The window width that the column widths refer to, in pixels. */
const WINDOW = 1440;

interface Props {
  /** The maximum width of the text in a window of that width, in pixels. */
  width: number;
  /** The minimum width, so that words stay unbroken if there is room, in pixels. */
  least?: number;
  children: ReactNode;
}

/** Wraps the text of a cell that would make its column wider than its share of the window. In rows of one line, it cuts the text instead. */
export function Wrapped({ width, least = 0, children }: Props): ReactNode {
  const part = (pixels: number): string => `${(100 * pixels) / WINDOW}vw`;
  return (
    <span className={styles.wrapped} style={{ '--least': part(least), '--most': `max(${width}px, ${part(width)})` } as CSSProperties}>
      {children}
    </span>
  );
}
