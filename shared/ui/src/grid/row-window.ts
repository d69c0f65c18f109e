/** Height of a row in a windowed grid, where rows do not wrap, px. */
export const ROW_HEIGHT = 44;

/** Rows drawn above and below the frame, so that a short scroll shows no gap. */
const OVERSCAN = 10;

/** The window moves by this number of rows, so that most scrolling draws nothing new. */
const STEP = 5;

export interface RowWindow {
  /** Index of the first drawn row, and the index after the last. */
  first: number;
  end: number;
  /** Height of the undrawn rows above and below, px. */
  before: number;
  after: number;
}

/** Returns the rows to draw in a scrolled frame. */
export function rowWindow(total: number, scrollTop: number, frameHeight: number): RowWindow {
  const inSight = Math.ceil(frameHeight / ROW_HEIGHT);
  const top = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT / STEP) * STEP;
  const first = Math.max(0, Math.min(top - OVERSCAN, total - inSight));
  const end = Math.min(total, top + inSight + STEP + OVERSCAN);
  return { first, end, before: first * ROW_HEIGHT, after: (total - end) * ROW_HEIGHT };
}
