import { formatCount } from '../data/formats';

/** A column of a column chart. */
export interface Column {
  /** The day or minute of the count; unique among the columns. */
  x: string;
  y: number;
  /** Follows the count: "of 12 fail". */
  detail?: string;
  /** Names the column that the page is about: "the alert". */
  mark?: string;
}

/** A dot of an event chart. */
export interface EventPoint {
  /** The kind of event; each kind has a row of its own. */
  name: string;
  /** ISO time. */
  at: string;
  tone: 'high' | 'medium';
  /** Weight of the dot: its radius is 3 px larger. */
  size: number;
}

/** A bar of a bar chart. */
export interface Bar {
  /** Unique among the bars. */
  name: string;
  count: number;
}

/** A line of a line chart. */
export interface Series {
  /** Unique among the lines. */
  name: string;
  tone: 'accent' | 'high' | 'medium';
  /** By day, the earliest first. */
  points: readonly { x: string; y: number; detail?: string }[];
}

/** A point of a line, with the name of the line. */
export interface LinePoint {
  name: string;
  x: string;
  y: number;
  detail?: string;
}

/** Returns the points of all lines, line by line. */
export function pointsOf(series: readonly Series[]): LinePoint[] {
  return series.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
}

/** Returns a point in one phrase. */
export function labelOfPoint({ name, x, y, detail }: LinePoint): string {
  return `${x}, ${name}: ${[formatCount(y), detail].filter(Boolean).join(' ')}`;
}
