import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';

export type CellValue = string | number | null;

/** Makes a cell editable in place. */
export interface CellEdit<Row> {
  /** Names the field, for example "Name of Payments". */
  label: (row: Row) => string;
  /** Returns the problem of the text; null for a valid text. */
  validate?: (text: string, row: Row) => string | null;
  /** Stores the text. After a rejection the text stays in the field with the error's message. */
  save: (text: string, row: Row) => Promise<void>;
}

export interface GridColumn<Row> {
  key: string;
  /** Heading; may be empty when the cells need none. */
  title: string;
  /** Names a column without a heading in the columns menu and in exports. */
  label?: string;
  /** Returns the plain value for search, sorting and export. */
  value: (row: Row) => CellValue;
  /** Returns the text that the search looks in; the plain value by default. */
  text?: (row: Row) => string;
  /** Renders the cell; shows the value by default. */
  render?: (row: Row) => ReactNode;
  /** Initial width, px. */
  width?: number;
  /** Lets a click on the heading sort. Defaults to true when the browser sorts, to false when the server does. */
  sortable?: boolean;
  /** Keeps the column visible at the right edge. It is neither moved, hidden nor exported. */
  sticky?: boolean;
  /** Leaves the column out, of exports too, until the user shows it in the columns menu. */
  isExtra?: boolean;
  edit?: CellEdit<Row>;
}

/** A further format in the export menu of a grid. */
export interface GridExport {
  key: string;
  label: string;
  run: () => void;
}

/** Makes rows expandable. */
export interface GridExpand<Row> {
  /** Names the button of a row. */
  label: (row: Row) => string;
  render: (row: Row) => ReactNode;
  /** Returns whether a row has more to show; all have by default. */
  can?: (row: Row) => boolean;
}

/** Adds a Details button to each row. */
export interface GridDetails<Row> {
  label: (row: Row) => string;
  open: (row: Row) => void;
}

export interface GridAction<Row> {
  label: string;
  run: (rows: readonly Row[]) => void;
}

export interface GridSort {
  column: string;
  descending: boolean;
}

/** Paging by a server that knows only whether more rows follow. */
export interface CursorPaging {
  hasNext: boolean;
  hasPrev: boolean;
  busy: boolean;
  onNext: () => void;
  onPrev: () => void;
  /** The search of the server. Without it the grid has no search, because the browser holds one page only. */
  search?: { text: string; onSearch: (text: string) => void };
}

/** Paging by a server that knows the number of rows. */
export interface OffsetPaging {
  total: number;
  /** Index of the page, from 0. */
  page: number;
  pageSize: number;
  busy: boolean;
  onPage: (page: number, pageSize: number) => void;
  /** The search of the server. Without it the browser searches its one page. */
  search?: { text: string; onSearch: (text: string) => void };
  /** The sort order of the server. Without it the grid does not sort. */
  sort?: { by: GridSort | null; onSort: (sort: GridSort | null) => void };
}

export type ServerPaging = CursorPaging | OffsetPaging;

/** The parameters of the address that keep the view of a grid whose rows the browser holds, so that a link restores the view. */
export interface GridAddress {
  /** Returns a parameter; empty when the address lacks it. */
  get: (name: string) => string;
  /** Changes parameters; null or empty removes one. `replace` makes the change no step of the history. */
  set: (change: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
}

/** The filters of a grid. */
export interface GridFilter {
  search: string;
  severity: Severity | 'ALL';
  type: string;
}

export const ALL = 'ALL';
export const NO_FILTER: GridFilter = { search: '', severity: ALL, type: ALL };
