import type { ReactNode } from 'react';

/** Width of a window for which columns are laid out, pixels. */
const WINDOW = 1440;

/** Text of a cell that rather takes a further line than more room than a window of the usual width has for its column, pixels. */
export function Wrapped({ width, children }: { width: number; children: ReactNode }): ReactNode {
  return <span style={{ display: 'block', maxWidth: `max(${width}px, ${(100 * width) / WINDOW}vw)`, overflowWrap: 'anywhere' }}>{children}</span>;
}
