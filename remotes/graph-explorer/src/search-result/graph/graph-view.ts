/** The place of a picture: it is scaled from its upper left corner first, then moved, px. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** The view that changes nothing. */
export const AS_DRAWN: View = { scale: 1, x: 0, y: 0 };

/** Returns a view moved by so many px. */
export function movedBy({ scale, x, y }: View, [right, down]: readonly [number, number]): View {
  return { scale, x: x + right, y: y + down };
}

/**
 * Returns a view scaled about a point, which keeps its place.
 * @param factor above 1 to enlarge
 * @param about the point in the frame, px
 */
export function scaledBy({ scale, x, y }: View, factor: number, [aboutX, aboutY]: readonly [number, number]): View {
  return { scale: scale * factor, x: aboutX + factor * (x - aboutX), y: aboutY + factor * (y - aboutY) };
}

/** Returns the view that leads from one view to another. */
export function between(from: View, to: View): View {
  const scale = to.scale / from.scale;
  return { scale, x: to.x - scale * from.x, y: to.y - scale * from.y };
}
