import { typeName } from '@cam/contracts';
import type { GraphShape, ShapeNode } from './graph-shape';

/** Sizes of a box, px. A box holds an icon, and the name above the type. */
export const BOX = { height: 46, icon: 40, padding: 12, mostText: 200, leastText: 60 };
const GAP = { x: 72, y: 16 };

/** Returns the width of a text in px, in the font of the drawing. */
export type Measure = (text: string) => number;

/** A box with its place. */
export interface PlacedNode extends ShapeNode {
  /** Left and upper edge, and size, px. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The name as drawn: cut off if it is longer than the widest box. */
  title: string;
  subtitle: string;
}

export interface PlacedGraph {
  nodes: PlacedNode[];
  links: GraphShape['links'];
  width: number;
  height: number;
}

/** Places each layer in a column. A box is as wide as its measured text, so labels never leave their box and boxes never overlap. */
export function placeGraph({ nodes, links }: GraphShape, measure: Measure): PlacedGraph {
  const layers = [...new Set(nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const columns = ordered(
    layers.map((layer) => nodes.filter((node) => node.layer === layer)),
    links,
  );
  const heightOf = (count: number): number => count * (BOX.height + GAP.y) - GAP.y;
  const height = Math.max(0, ...columns.map(({ length }) => heightOf(length)));
  const placed: PlacedNode[] = [];
  let x = 0;
  for (const column of columns) {
    const texts = column.map((node) => ({ title: cut(node.name, measure), subtitle: cut(subtitleOf(node), measure) }));
    const text = Math.max(BOX.leastText, ...texts.flatMap(({ title, subtitle }) => [measure(title), measure(subtitle)]));
    const width = Math.ceil(text) + BOX.icon + BOX.padding;
    const top = (height - heightOf(column.length)) / 2;
    column.forEach((node, index) => {
      const { title = '', subtitle = '' } = texts[index] ?? {};
      placed.push({ ...node, x, y: top + index * (BOX.height + GAP.y), width, height: BOX.height, title, subtitle });
    });
    x += width + GAP.x;
  }
  return { nodes: placed, links, width: Math.max(0, x - GAP.x), height };
}

/** Below this zoom, labels are too small to read. */
const LEAST_ZOOM = 0.8;

/** The first view of a drawing. */
export interface StartView {
  zoom: number;
  /** The point of the drawing that stands at the left edge and in the middle of the height; null if all of it fits. */
  start: [x: number, y: number] | null;
}

/**
 * Returns the first view: everything where its labels stay readable, otherwise the subjects at the left edge.
 * @param size width and height of the frame within its padding, px
 */
export function startView({ nodes, width, height }: PlacedGraph, size: readonly [number, number]): StartView {
  const zoom = Math.min(1, size[0] / Math.max(1, width), size[1] / Math.max(1, height));
  if (zoom >= LEAST_ZOOM) return { zoom, start: null };
  const left = Math.min(...nodes.map(({ x }) => x));
  const subjects = nodes.filter(({ x }) => x === left);
  const middle = subjects.reduce((sum, { y, height: own }) => sum + y + own / 2, 0) / Math.max(1, subjects.length);
  return { zoom: LEAST_ZOOM, start: [left, middle] };
}

function subtitleOf({ type, members }: ShapeNode): string {
  return members.length > 0 ? 'Group' : typeName(type);
}

/** Cuts a text in the middle, because names of a company often share their start. */
function cut(text: string, measure: Measure): string {
  if (measure(text) <= BOX.mostText) return text;
  let [short, long] = [1, text.length];
  while (short < long) {
    const middle = Math.ceil((short + long) / 2);
    if (measure(cutTo(text, middle)) <= BOX.mostText) short = middle;
    else long = middle - 1;
  }
  return cutTo(text, short);
}

function cutTo(text: string, letters: number): string {
  const end = Math.floor(letters / 3);
  return `${text.slice(0, letters - end)}…${end === 0 ? '' : text.slice(-end)}`;
}

/** Number of times that each column is sorted by its neighbours. More rounds change little. */
const ROUNDS = 4;

/** Sorts each column by the mean place of its neighbours, so that few lines cross. */
function ordered(columns: readonly ShapeNode[][], links: GraphShape['links']): ShapeNode[][] {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of links) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
  }
  let now = columns.map((column) => [...column]);
  for (let round = 0; round < ROUNDS; round++) {
    // The place within its column, 0 to 1, because columns differ in length.
    const place = new Map(now.flatMap((column) => column.map(({ id }, index) => [id, (index + 0.5) / column.length] as const)));
    const mean = ({ id }: ShapeNode): number => {
      const near = neighbours.get(id) ?? [];
      return near.length === 0 ? (place.get(id) ?? 0) : near.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / near.length;
    };
    now = now.map((column, index) => (index % 2 === round % 2 ? [...column].sort((a, b) => mean(a) - mean(b)) : column));
  }
  return now;
}
