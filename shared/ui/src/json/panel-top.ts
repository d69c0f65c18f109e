/** Least space above the panel, and least visible height of the panel, px. */
export const MIN_OFFSET = 80;
/** Step of an arrow key, px. */
const STEP = 24;

/** Returns the nearest top of the panel that keeps both limits, px from the top of the window. */
export function clampTop(top: number, windowHeight: number): number {
  return Math.round(Math.min(Math.max(top, MIN_OFFSET), Math.max(windowHeight - MIN_OFFSET, MIN_OFFSET)));
}

/** Returns the initial top: the panel takes half of the window. */
export function defaultTop(windowHeight: number): number {
  return clampTop(windowHeight / 2, windowHeight);
}

/** Returns the top of the panel after a key of a window splitter; null for other keys. */
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
