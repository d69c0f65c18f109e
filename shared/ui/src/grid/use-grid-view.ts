import { useState } from 'react';
import { ALL, type GridAddress, type GridFilter, type GridSort } from './grid-types';
import { ALL_ROWS, DEFAULT_PAGE_SIZE } from './pages';

/** The view of a grid: its filters, order and page. */
export interface GridView extends GridFilter {
  sort: GridSort | null;
  /** Index of the page, from 0. */
  page: number;
  pageSize: number;
}

/** The word in the address for a page that shows all rows. */
const EVERY_ROW = 'all';

const FIRST: GridView = { search: '', severity: ALL, type: ALL, sort: null, page: 0, pageSize: DEFAULT_PAGE_SIZE };

/** Returns the view of a grid and a function that changes it. The address keeps the view if there is one, else the component does. */
export function useGridView(address: GridAddress | undefined): [GridView, (change: Partial<GridView>) => void] {
  const [own, setOwn] = useState(FIRST);
  if (address === undefined) return [own, (change) => setOwn((now) => ({ ...now, ...change }))];
  // Back steps through pages, orders and filters, but not through each letter of a search.
  return [readView(address), (change) => address.set(writeView(change), { replace: change.search !== undefined })];
}

/** Reads a view from an address. Invalid parameters count as absent. Pages count from 1, as on the screen. */
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

/** Returns the parameters of a view. Defaults are left out of the address. */
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
