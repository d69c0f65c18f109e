/** Height of a row that is drawn in a window: such rows do not wrap, pixels. */
export const ROW_HEIGHT = 44;

/** Rows that are drawn beyond the frame, above and below, so that a short scroll shows no gap. */
const BEYOND = 10;

/** The window moves by so many rows at once, so that most scrolling draws nothing anew. */
const STEP = 5;

export interface RowWindow {
  /** First row that is drawn, and the one behind the last. */
  first: number;
  end: number;
  /** Height of what is not drawn, above and below, pixels. */
  before: number;
  after: number;
}

/** Which of many rows are drawn in a frame that is scrolled so far down. */
export function rowWindow(total: number, scrollTop: number, frameHeight: number): RowWindow {
  const inSight = Math.ceil(frameHeight / ROW_HEIGHT);
  const top = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT / STEP) * STEP;
  const first = Math.max(0, Math.min(top - BEYOND, total - inSight));
  const end = Math.min(total, top + inSight + STEP + BEYOND);
  return { first, end, before: first * ROW_HEIGHT, after: (total - end) * ROW_HEIGHT };
}
