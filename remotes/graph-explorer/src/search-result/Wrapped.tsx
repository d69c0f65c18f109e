import type { ReactNode } from 'react';

/** Width of a window for which columns are laid out, pixels. */
const WINDOW = 1440;

interface Props {
  /** The widest that the text may be in a window of the usual width, pixels. */
  width: number;
  /** The narrowest, so that words stay whole where there is room for them. */
  least?: number;
  children: ReactNode;
}

/** Text of a cell that rather takes a further line than more room than a window of the usual width has for its column. */
export function Wrapped({ width, least = 0, children }: Props): ReactNode {
  const part = (pixels: number): string => `${(100 * pixels) / WINDOW}vw`;
  return (
    <span style={{ display: 'block', minWidth: part(least), maxWidth: `max(${width}px, ${part(width)})`, overflowWrap: 'anywhere' }}>{children}</span>
  );
}
