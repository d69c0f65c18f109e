import { useState } from 'react';
import { ALL, type GridAddress, type GridFilter, type GridSort } from './grid-types';
import { ALL_ROWS, DEFAULT_PAGE_SIZE } from './pages';

/** How a grid is looked at: what narrows it down, its order and its page. */
export interface GridView extends GridFilter {
  sort: GridSort | null;
  /** From 0. */
  page: number;
  pageSize: number;
}

/** How the address calls a page that holds whatever there is. */
const EVERY_ROW = 'all';

const FIRST: GridView = { search: '', severity: ALL, type: ALL, sort: null, page: 0, pageSize: DEFAULT_PAGE_SIZE };

/** How a grid is looked at, and how that is changed: kept in the address where there is one, else while the grid is shown. */
export function useGridView(address: GridAddress | undefined): [GridView, (change: Partial<GridView>) => void] {
  const [own, setOwn] = useState(FIRST);
  if (address === undefined) return [own, (change) => setOwn((now) => ({ ...now, ...change }))];
  // One goes back over pages, orders and filters, but not over each letter of a search.
  return [readView(address), (change) => address.set(writeView(change), { replace: change.search !== undefined })];
}

/** What makes no sense in an address counts as absent. Pages count from 1 there, as on the screen. */
export function readView({ get }: Pick<GridAddress, 'get'>): GridView {
  const severity = get('severity');
  return {
    search: get('search'),
    severity: severity === 'HIGH' || severity === 'MEDIUM' || severity === 'LOW' ? severity : ALL,
    type: get('kind') || ALL,
    sort: get('sort') === '' ? null : { column: get('sort'), descending: get('order') === 'desc' },
    page: wholeNumber(get('page'), 1) - 1,
    pageSize: get('size') === EVERY_ROW ? ALL_ROWS : wholeNumber(get('size'), DEFAULT_PAGE_SIZE),
  };
}

/** The parameters that change with a view; what stands by itself is left out of the address. */
export function writeView({ search, severity, type, sort, page, pageSize }: Partial<GridView>): Record<string, string | null> {
  return {
    ...(search === undefined ? {} : { search }),
    ...(severity === undefined ? {} : { severity: severity === ALL ? null : severity }),
    ...(type === undefined ? {} : { kind: type === ALL ? null : type }),
    ...(sort === undefined ? {} : { sort: sort?.column ?? null, order: sort?.descending ? 'desc' : null }),
    ...(page === undefined ? {} : { page: page === 0 ? null : String(page + 1) }),
    ...(pageSize === undefined ? {} : { size: pageSize === DEFAULT_PAGE_SIZE ? null : pageSize === ALL_ROWS ? EVERY_ROW : String(pageSize) }),
  };
}

function wholeNumber(text: string, otherwise: number): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
}
