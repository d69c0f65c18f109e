import type { GridColumn } from './grid-types';
import { widthOf, type GridLayout } from './layout';

/** Width of the column of checkboxes, px: it holds one beside the padding of a first column. */
const SELECT_WIDTH = 44;
/** As much as a button beside the padding of a first column. */
const EXPAND_WIDTH = 52;
const DETAILS_WIDTH = 100;

/** The edge at which cells stay in sight while the others scroll. */
type Edge = 'start' | 'end';

interface Place {
  key: string;
  /** Width, px; undefined where the content decides. */
  width: number | undefined;
  fixed: Edge | undefined;
  /** True for the fixed place beside those that scroll. */
  isEdge?: boolean;
  /** Expected distance of a fixed place from its edge, px. Places without a width count as nothing. */
  offset?: number;
}

/** A place of each row, from left to right: a column, or something that the grid adds. */
export type Slot<Row> = Place & ({ kind: 'column'; column: GridColumn<Row>; isCut: boolean } | { kind: 'card' | 'details' | 'expand' | 'select' });

interface Choice {
  layout: GridLayout;
  /** Gives each column a width, which windowed rows need. */
  hasWidths: boolean;
  /** Leaves the columns at the right edge among the others. */
  isNarrow: boolean;
  isCards: boolean;
  hasSelection: boolean;
  /** Key of the column before the checkboxes; without it the checkboxes come first. */
  selectorAfter: string | undefined;
  hasExpand: boolean;
  hasDetails: boolean;
}

/** Returns the places of a row for the visible columns. */
export function slotsOf<Row>(columns: readonly GridColumn<Row>[], choice: Choice): Slot<Row>[] {
  const { hasSelection, hasExpand, hasDetails, isNarrow, isCards } = choice;
  const select: Slot<Row>[] = hasSelection ? [{ kind: 'select', key: ':select', width: SELECT_WIDTH, fixed: 'start' }] : [];
  const expand: Slot<Row>[] = hasExpand ? [{ kind: 'expand', key: ':expand', width: EXPAND_WIDTH, fixed: 'start' }] : [];
  const details: Slot<Row>[] = hasDetails ? [{ kind: 'details', key: ':details', width: DETAILS_WIDTH, fixed: isNarrow ? undefined : 'end' }] : [];
  const isInside = hasSelection && columns.some(({ key }) => key === choice.selectorAfter);
  const shown = isCards
    ? [{ kind: 'card', key: ':card', width: undefined, fixed: undefined } as const]
    : columnSlots(columns, choice, isInside ? select : []);
  return withEdges([...expand, ...(isInside && !isCards ? [] : select), ...shown, ...details]);
}

function withEdges<Row>(slots: readonly Slot<Row>[]): Slot<Row>[] {
  return slots.map((slot, index) => {
    const beside = slot.fixed === 'start' ? slots[index + 1] : slots[index - 1];
    const outside = slot.fixed === 'start' ? slots.slice(0, index) : slots.slice(index + 1);
    const offset = totalWidth(outside.filter(({ fixed }) => fixed === slot.fixed));
    return { ...slot, isEdge: slot.fixed !== undefined && beside?.fixed !== slot.fixed, offset };
  });
}

function columnSlots<Row>(columns: readonly GridColumn<Row>[], choice: Choice, select: readonly Slot<Row>[]): Slot<Row>[] {
  const { layout, hasWidths, isNarrow, selectorAfter } = choice;
  // The first column with a heading names the row, so it stays in sight while the others scroll. Icons stand before it.
  const naming = columns.findIndex(({ title }) => title !== '');
  return columns.flatMap((column, index): Slot<Row>[] => [
    {
      kind: 'column',
      key: column.key,
      column,
      width: hasWidths ? widthOf(column, layout) : (layout.widths[column.key] ?? column.width),
      isCut: layout.widths[column.key] !== undefined,
      fixed: index <= naming ? 'start' : column.sticky && !isNarrow ? 'end' : undefined,
    },
    ...(column.key === selectorAfter ? select : []),
  ]);
}

/** Returns the width of a table whose columns all have widths, px. */
export function totalWidth<Row>(slots: readonly Slot<Row>[]): number {
  return slots.reduce((sum, { width }) => sum + (width ?? 0), 0);
}

/** The name of the style property with the distance of a fixed cell from its edge. */
export const offsetName = (index: number): string => `--cam-fixed-${index}`;
