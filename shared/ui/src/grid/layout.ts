import type { GridColumn } from './grid-types';

/** The column layout that a person chose. Columns that it does not name keep the grid's own place. */
export interface GridLayout {
  order: readonly string[];
  hidden: readonly string[];
  /** Extra columns that are shown. */
  shown: readonly string[];
  /** Width of each column, px. */
  widths: Readonly<Record<string, number>>;
}

export const NO_LAYOUT: GridLayout = { order: [], hidden: [], shown: [], widths: {} };
export const MIN_WIDTH = 60;
export const MAX_WIDTH = 900;

/** Default width of a column, px. */
const WIDTH = 180;

/** Returns the width of a column, px: the chosen one, else its initial one. */
export function widthOf<Row>(column: GridColumn<Row>, { widths }: GridLayout): number {
  return widths[column.key] ?? column.width ?? WIDTH;
}

/** Returns the columns in the stored order. A newer column stays behind its neighbour, and sticky columns stay last. */
export function arrangeColumns<Row>(columns: readonly GridColumn<Row>[], { order }: GridLayout): GridColumn<Row>[] {
  const movable = columns.filter(({ sticky }) => !sticky);
  const known = order.flatMap((key) => movable.find((column) => column.key === key) ?? []);
  movable.forEach((column, index) => {
    if (known.includes(column)) return;
    const before = movable[index - 1];
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, column);
  });
  return [...known, ...columns.filter(({ sticky }) => sticky)];
}

/** Returns the layout with a column moved by one place in the columns menu. */
export function moved<Row>(layout: GridLayout, columns: readonly GridColumn<Row>[], key: string, by: -1 | 1): GridLayout {
  const order = arrangeColumns(columns, layout)
    .filter(({ sticky }) => !sticky)
    .map((column) => column.key);
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return layout;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...layout, order };
}

/** Returns the layout with a column moved to the place of another one, as a drag of its heading does. */
export function movedTo<Row>(layout: GridLayout, columns: readonly GridColumn<Row>[], key: string, target: string): GridLayout {
  const order = arrangeColumns(columns, layout)
    .filter(({ sticky }) => !sticky)
    .map((column) => column.key);
  const [from, to] = [order.indexOf(key), order.indexOf(target)];
  if (from < 0 || to < 0 || from === to) return layout;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...layout, order };
}

export function resized(layout: GridLayout, key: string, width: number): GridLayout {
  return { ...layout, widths: { ...layout.widths, [key]: Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH)) } };
}

/** Returns whether the layout shows a column. It shows an extra one only on request, and any other unless it is hidden. */
export function isShown<Row>({ key, isExtra }: GridColumn<Row>, { hidden, shown }: GridLayout): boolean {
  return isExtra ? shown.includes(key) : !hidden.includes(key);
}

/** Returns the layout with a column shown or hidden. */
export function toggled<Row>(layout: GridLayout, { key, isExtra }: GridColumn<Row>): GridLayout {
  const list = isExtra ? 'shown' : 'hidden';
  return { ...layout, [list]: layout[list].includes(key) ? layout[list].filter((other) => other !== key) : [...layout[list], key] };
}

/** Reads a stored layout. Invalid content counts as no layout. */
export function readLayout(text: string | null): GridLayout {
  try {
    const { order, hidden, shown, widths } = JSON.parse(text ?? '{}') as Partial<GridLayout>;
    return {
      order: isKeys(order) ? order : [],
      hidden: isKeys(hidden) ? hidden : [],
      shown: isKeys(shown) ? shown : [],
      widths: Object.fromEntries(Object.entries(widths ?? {}).filter(([, width]) => Number.isFinite(width) && width >= MIN_WIDTH)),
    };
  } catch {
    return NO_LAYOUT;
  }
}

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
