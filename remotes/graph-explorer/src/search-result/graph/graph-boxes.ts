import { typeName } from '@cam/contracts';
import type { GraphShape, ShapeNode } from './graph-shape';

/** Sizes of a box, px. A box holds an icon, and the name above the type. */
export const BOX = { height: 46, icon: 40, padding: 12, mostText: 200, leastText: 60, markGap: 16 };
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
  /** The mark of a tier as drawn behind the subtitle; empty without one. */
  mark: string;
}

/** A lane between boxes, px. */
interface PlacedLane {
  x: number;
  /** The middle of its height. */
  y: number;
  width: number;
}

/** A line with the lanes through which it passes the columns between its ends. */
export type PlacedLink = GraphShape['links'][number] & { lanes: PlacedLane[] };

export interface PlacedGraph {
  nodes: PlacedNode[];
  links: PlacedLink[];
  width: number;
  height: number;
}

/** Places each layer in a column. A box is as wide as its measured text, so labels never leave their box and boxes never overlap. */
export function placeGraph({ nodes, links }: GraphShape, measure: Measure): PlacedGraph {
  const layers = [...new Set(nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const columns = ordered(
    withLanes(
      layers.map((layer) => nodes.filter((node) => node.layer === layer)),
      links,
    ),
  );
  const heightOf = (column: readonly Slot[]): number => column.reduce((sum, slot) => sum + slotHeight(slot) + GAP.y, -GAP.y);
  const height = Math.max(0, ...columns.map(heightOf));
  const placed: PlacedNode[] = [];
  const lanes = new Map<string, PlacedLane>();
  let x = 0;
  for (const column of columns) {
    const texts = column.map(({ node }) =>
      node
        ? { title: cutText(node.name, BOX.mostText, measure), subtitle: cutText(subtitleOf(node), BOX.mostText, measure), mark: markOf(node) }
        : { title: '', subtitle: '', mark: '' },
    );
    const text = Math.max(
      BOX.leastText,
      ...texts.flatMap(({ title, subtitle, mark }) => [measure(title), measure(subtitle) + (mark === '' ? 0 : measure(mark) + BOX.markGap)]),
    );
    const width = Math.ceil(text) + BOX.icon + BOX.padding;
    let y = (height - heightOf(column)) / 2;
    column.forEach((slot, index) => {
      const { title = '', subtitle = '', mark = '' } = texts[index] ?? {};
      if (slot.node) placed.push({ ...slot.node, x, y, width, height: BOX.height, title, subtitle, mark });
      else lanes.set(slot.id, { x, y: y + LANE / 2, width });
      y += slotHeight(slot) + GAP.y;
    });
    x += width + GAP.x;
  }
  const columnOf = new Map(columns.flatMap((column, index) => column.map(({ id }) => [id, index] as const)));
  const withOwnLanes = links.map((link): PlacedLink => {
    const between = columns.slice((columnOf.get(link.from) ?? 0) + 1, columnOf.get(link.to) ?? 0);
    const first = (columnOf.get(link.from) ?? 0) + 1;
    return { ...link, lanes: between.flatMap((_column, index) => lanes.get(laneId(first + index, link.to)) ?? []) };
  });
  return { nodes: placed, links: withOwnLanes, width: Math.max(0, x - GAP.x), height };
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

/** The tier in words: a colour alone says nothing. A group has members of many tiers. */
function markOf({ tier, members }: ShapeNode): string {
  return tier === undefined || members.length > 0 ? '' : `Tier ${tier}`;
}

/**
 * Cuts a text in the middle, because names of a company often share their start.
 * @param most the width that it may take, px
 */
export function cutText(text: string, most: number, measure: Measure): string {
  if (measure(text) <= most) return text;
  let [short, long] = [1, text.length];
  while (short < long) {
    const middle = Math.ceil((short + long) / 2);
    if (measure(cutTo(text, middle)) <= most) short = middle;
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

/** A place in a column: a box, or a lane between boxes for lines that pass the column. */
interface Slot {
  id: string;
  node: ShapeNode | null;
  /** Ids of the slots that lines lead from and to. */
  near: string[];
}

/** The height of a lane, px. */
const LANE = 16;
/** The most lanes of a column. Further lines pass behind its boxes. */
const MOST_LANES = 8;

function slotHeight({ node }: Slot): number {
  return node ? BOX.height : LANE;
}

/** Lines to one box share the lane of a column. */
function laneId(column: number, to: string): string {
  return `lane ${column} ${to}`;
}

/** Returns columns with a lane for each box that lines of an earlier column lead to, so that a line does not seem to end at a box that it passes. */
function withLanes(columns: readonly ShapeNode[][], links: GraphShape['links']): Slot[][] {
  const slots = columns.map((column) => column.map((node): Slot => ({ id: node.id, node, near: [] })));
  const known = new Map(slots.flat().map((slot) => [slot.id, slot]));
  const columnOf = new Map(slots.flatMap((column, index) => column.map(({ id }) => [id, index] as const)));
  for (const { from, to } of links) {
    let last = from;
    for (let index = (columnOf.get(from) ?? 0) + 1; index < (columnOf.get(to) ?? 0); index++) {
      const lane = laneIn(slots[index] ?? [], laneId(index, to), known);
      if (lane === null) continue;
      connect(known, last, lane);
      last = lane;
    }
    connect(known, last, to);
  }
  return slots;
}

/** Returns the id of a lane, new or known; null if the column has enough of them. */
function laneIn(column: Slot[], id: string, known: Map<string, Slot>): string | null {
  if (known.has(id)) return id;
  if (column.filter(({ node }) => node === null).length >= MOST_LANES) return null;
  const lane: Slot = { id, node: null, near: [] };
  column.push(lane);
  known.set(id, lane);
  return id;
}

function connect(known: ReadonlyMap<string, Slot>, from: string, to: string): void {
  known.get(from)?.near.push(to);
  known.get(to)?.near.push(from);
}

/** Sorts each column by the mean place of its neighbours, so that few lines cross. */
function ordered(columns: readonly Slot[][]): Slot[][] {
  let now = columns.map((column) => [...column]);
  for (let round = 0; round < ROUNDS; round++) {
    // The place within its column, 0 to 1, because columns differ in length.
    const place = new Map(now.flatMap((column) => column.map(({ id }, index) => [id, (index + 0.5) / column.length] as const)));
    const mean = ({ id, near }: Slot): number =>
      near.length === 0 ? (place.get(id) ?? 0) : near.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / near.length;
    now = now.map((column, index) => (index % 2 === round % 2 ? [...column].sort((a, b) => mean(a) - mean(b)) : column));
  }
  return now;
}
