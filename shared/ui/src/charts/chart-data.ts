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
