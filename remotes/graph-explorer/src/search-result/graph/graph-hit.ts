import type { PlacedGraph, PlacedLink, PlacedNode } from './graph-boxes';

type Point = readonly [x: number, y: number];

/** A box or a line at a point of the drawing. */
export interface Hit {
  kind: 'node' | 'link';
  id: string;
}

/** The distance from a line at which a pointer means it, in px of the drawing. */
const REACH = 6;
/** The number of straight parts that stand for a curve. */
const PARTS = 16;

/** A line as straight parts, with the rectangle that holds it. */
interface Course {
  id: string;
  points: Point[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Finds what is at a point of a drawing. The library would search all of its shapes for each move of the pointer, which takes longer than a frame.
 */
export class GraphHits {
  readonly #courses: Course[];

  constructor(private readonly graph: PlacedGraph) {
    const at = new Map(graph.nodes.map((node) => [node.id, node]));
    this.#courses = graph.links.flatMap((link) => {
      const [from, to] = [at.get(link.from), at.get(link.to)];
      return from && to ? [courseOf(link, from, to)] : [];
    });
  }

  /** Returns the box at a point, otherwise the nearest line within reach, otherwise null. */
  at([x, y]: Point): Hit | null {
    const box = this.graph.nodes.find((node) => x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height);
    if (box) return { kind: 'node', id: box.id };
    let found: { id: string; distance: number } | null = null;
    for (const { id, points, left, right, top, bottom } of this.#courses) {
      if (x < left - REACH || x > right + REACH || y < top - REACH || y > bottom + REACH) continue;
      const distance = Math.min(...points.slice(1).map((point, index) => distanceTo([x, y], points[index] ?? point, point)));
      if (distance <= REACH && distance < (found?.distance ?? Infinity)) found = { id, distance };
    }
    return found && { kind: 'link', id: found.id };
  }
}

function courseOf({ id, lanes }: PlacedLink, from: PlacedNode, to: PlacedNode): Course {
  const start: Point = [from.x + from.width, from.y + from.height / 2];
  const end: Point = [to.x, to.y + to.height / 2];
  const corners = lanes.flatMap(({ x, y, width }): Point[] => [
    [x, y],
    [x + width, y],
  ]);
  const points = corners.length > 0 ? [start, ...corners, end] : curve(start, end);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { id, points, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Returns points of the curve that the library draws between two ends: it leaves and arrives in the direction of the columns. */
function curve([x1, y1]: Point, [x2, y2]: Point): Point[] {
  const middle = (x1 + x2) / 2;
  return Array.from({ length: PARTS + 1 }, (_, index): Point => {
    const t = index / PARTS;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    return [a * x1 + (b + c) * middle + d * x2, (a + b) * y1 + (c + d) * y2];
  });
}

/** Returns the distance of a point from a straight part between two points. */
function distanceTo([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [wide, high] = [x2 - x1, y2 - y1];
  const length = wide ** 2 + high ** 2;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * wide + (y - y1) * high) / length));
  return Math.hypot(x - x1 - along * wide, y - y1 - along * high);
}
