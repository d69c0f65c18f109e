import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';

export type CellValue = string | number | null;

/** How a cell is edited in place. */
export interface CellEdit<Row> {
  /** Names the field, for example "Name of Payments". */
  label: (row: Row) => string;
  /** What is wrong with the text; null where nothing is. */
  validate?: (text: string, row: Row) => string | null;
  /** Stores the text. Where it rejects, the text stays in the field with the error's message. */
  save: (text: string, row: Row) => Promise<void>;
}

export interface GridColumn<Row> {
  key: string;
  /** Heading; may be empty where the cells speak for themselves. */
  title: string;
  /** Names a column without a heading, for the choice of columns and for export. */
  label?: string;
  /** Plain value: for search, sorting and export. */
  value: (row: Row) => CellValue;
  /** What the search looks in, where people read something else than the plain value. */
  text?: (row: Row) => string;
  /** What the cell shows; the value by default. */
  render?: (row: Row) => ReactNode;
  /** Width in pixels, until somebody makes the column wider or narrower. */
  width?: number;
  /** Whether a click on the heading sorts: true by default where the browser does, false where the server does. */
  sortable?: boolean;
  /** Stays in sight at the right edge while the rest scrolls; neither moved, nor hidden, nor exported. */
  sticky?: boolean;
  edit?: CellEdit<Row>;
}

export interface GridAction<Row> {
  label: string;
  run: (rows: readonly Row[]) => void;
}

export interface GridSort {
  column: string;
  descending: boolean;
}

/** Paging by a server that knows only whether there is more. */
export interface CursorPaging {
  hasNext: boolean;
  hasPrev: boolean;
  busy: boolean;
  onNext: () => void;
  onPrev: () => void;
  /** The text that the server searches for, and how it is told another one; without it such a grid is not searched, as it has one page only. */
  search?: { text: string; onSearch: (text: string) => void };
}

/** Paging by a server that knows how many rows there are. */
export interface OffsetPaging {
  total: number;
  /** From 0. */
  page: number;
  pageSize: number;
  busy: boolean;
  onPage: (page: number, pageSize: number) => void;
  /** The text that the server searches for, and how it is told another one; without it the browser searches the page that it has. */
  search?: { text: string; onSearch: (text: string) => void };
  /** By what the server sorts; without it such a grid does not sort. */
  sort?: { by: GridSort | null; onSort: (sort: GridSort | null) => void };
}

export type ServerPaging = CursorPaging | OffsetPaging;

/** Where a grid whose rows the browser has keeps how it is looked at: the parameters of the address, so that it is found again from there. */
export interface GridAddress {
  /** Empty where there is none. */
  get: (name: string) => string;
  /** Null or empty takes one away; a change that is no step to go back to replaces the one before. */
  set: (change: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
}

/** What narrows the rows down. */
export interface GridFilter {
  search: string;
  severity: Severity | 'ALL';
  type: string;
}

export const ALL = 'ALL';
export const NO_FILTER: GridFilter = { search: '', severity: ALL, type: ALL };
