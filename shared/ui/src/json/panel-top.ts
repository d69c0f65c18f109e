/** The panel leaves at least so much above itself, and so much of itself in sight, pixels. */
export const MIN_OFFSET = 80;
/** What an arrow key moves, pixels. */
const STEP = 24;

/** Nearest top of the panel that leaves both offsets, pixels from the top of the window. */
export function clampTop(top: number, windowHeight: number): number {
  return Math.round(Math.min(Math.max(top, MIN_OFFSET), Math.max(windowHeight - MIN_OFFSET, MIN_OFFSET)));
}

/** Half of the window is the panel's at first. */
export function defaultTop(windowHeight: number): number {
  return clampTop(windowHeight / 2, windowHeight);
}

/** Where a key of a window splitter moves the panel's top; null for other keys. */
export function topAfterKey(key: string, top: number, windowHeight: number): number | null {
  const moves: Record<string, number> = {
    ArrowUp: top - STEP,
    ArrowDown: top + STEP,
    PageUp: top - windowHeight / 4,
    PageDown: top + windowHeight / 4,
    Home: MIN_OFFSET,
    End: windowHeight,
    Enter: windowHeight / 2,
  };
  const wanted = moves[key];
  return wanted === undefined ? null : clampTop(wanted, windowHeight);
}
