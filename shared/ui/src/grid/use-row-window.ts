import { useState, type UIEvent } from 'react';
import { rowWindow, type RowWindow } from './row-window';

/**
 * Returns the rows of a page to draw: all of them, or the visible rows of a frame.
 * @param frameHeight height of the frame, px; null draws all rows
 */
export function useRowWindow<Row>(rows: readonly Row[], frameHeight: number | null) {
  const [shown, setShown] = useState<RowWindow | null>(null);
  if (frameHeight === null) return { drawn: rows, before: 0, after: 0, onScroll: undefined };
  // Another page or filter may have fewer rows than the scroll position.
  const isStale = shown === null || shown.end > rows.length || shown.after !== rowWindow(rows.length, 0, 0).after;
  const { first, end, before, after } = isStale ? rowWindow(rows.length, 0, frameHeight) : shown;
  return {
    drawn: rows.slice(first, end),
    before,
    after,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const next = rowWindow(rows.length, currentTarget.scrollTop, frameHeight);
      setShown((now) => (now && now.first === next.first && now.end === next.end && now.after === next.after ? now : next));
    },
  };
}
