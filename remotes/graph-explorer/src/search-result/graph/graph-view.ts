/** The part of a drawing that its frame shows: the place of the drawing's origin in the frame, px, and the scale. */
export interface GraphView {
  x: number;
  y: number;
  zoom: number;
}

type Size = readonly [width: number, height: number];

const ZOOM = { least: 0.1, most: 2.5 };

/** The distance between the drawing and its frame, px. */
export const PADDING = 24;

/** Returns the view in which a drawing stands in the middle of its frame, and fits it if it would be larger. */
export function fitView(drawing: Size, frame: Size): GraphView {
  const zoom = Math.min(1, ...drawing.map((size, side) => (frame[side as 0 | 1] - 2 * PADDING) / Math.max(1, size)));
  return centred(drawing, frame, Math.max(ZOOM.least, zoom));
}

/** Returns the view with a scale in which a drawing stands in the middle of its frame. */
export function centred(drawing: Size, frame: Size, zoom: number): GraphView {
  return { x: (frame[0] - drawing[0] * zoom) / 2, y: (frame[1] - drawing[1] * zoom) / 2, zoom };
}

/** Returns the view in which a point of the drawing stands at the left edge of the frame, in the middle of its height. */
export function startingAt([x, y]: Size, frame: Size, zoom: number): GraphView {
  return { x: PADDING - x * zoom, y: frame[1] / 2 - y * zoom, zoom };
}

/** Returns a view that is scaled further, and shows the same under a point of the frame. */
export function zoomedAt(view: GraphView, factor: number, [x, y]: Size): GraphView {
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, view.zoom * factor));
  const by = zoom / view.zoom;
  return { x: x - (x - view.x) * by, y: y - (y - view.y) * by, zoom };
}

/** Returns a view that is moved by a distance in the frame. */
export function movedBy(view: GraphView, [x, y]: Size): GraphView {
  return { ...view, x: view.x + x, y: view.y + y };
}

/** Returns the view that shows a point of the drawing in the middle of the frame. */
export function centredOn(view: GraphView, [x, y]: Size, frame: Size): GraphView {
  return { ...view, x: frame[0] / 2 - x * view.zoom, y: frame[1] / 2 - y * view.zoom };
}
