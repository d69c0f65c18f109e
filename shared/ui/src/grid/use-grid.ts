import { useEffect, useMemo, useRef, useState } from 'react';
import type { Severity } from '@cam/contracts';
import { countSeverities, filterRows, sortRows, typesOf } from './filter-rows';
import type { GridAddress, GridColumn, GridFilter, GridSort, OffsetPaging, ServerPaging } from './grid-types';
import { clampPage, pageCount, rowsOfPage } from './pages';
import { useDebounced } from './use-debounced';
import { useGridView, type GridView } from './use-grid-view';

/** Wait for the next key before a server is asked or the address is changed, ms. */
const SEARCH_DELAY = 300;

interface Asked<Row> {
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  severity?: (row: Row) => Severity;
  type?: (row: Row) => string;
  searchDelay: number;
  paging?: ServerPaging;
  address?: GridAddress;
}

export interface GridState<Row> {
  filter: GridFilter;
  setFilter: (change: Partial<GridFilter>) => void;
  sort: GridSort | null;
  setSort: (sort: GridSort | null) => void;
  /** What is filtered, sorted, of all pages that the browser has: what an export holds. */
  found: readonly Row[];
  /** What the page shows. */
  shown: readonly Row[];
  counts: Record<Severity | 'ALL', number>;
  types: readonly string[];
  /** Null where the server pages by cursor. */
  pages: { page: number; pageSize: number; count: number; goTo: (page: number, pageSize?: number) => void } | null;
}

/** Filtering, sorting and paging of a grid's rows in the browser; a server that pages keeps its pages to itself. */
export function useGrid<Row>({ rows, columns, severity, type, searchDelay, paging, address }: Asked<Row>): GridState<Row> {
  const [view, change] = useGridView(address);
  const kept = paging ? paging.search : address && { text: view.search, onSearch: (text: string) => change({ search: text, page: 0 }) };
  const [text, setText] = useState(kept?.text ?? '');
  const search = useDebounced(text, searchDelay);
  useKeptSearch(kept, useDebounced(text, SEARCH_DELAY), setText);

  const filter = useMemo(() => ({ search: text, severity: view.severity, type: view.type }), [text, view.severity, view.type]);
  const traits = useMemo(() => ({ columns, severity, type }), [columns, severity, type]);
  const isByServer = paging?.search !== undefined;
  const settled = useMemo(() => ({ ...filter, search: isByServer ? '' : search }), [filter, search, isByServer]);
  const [column, descending] = [view.sort?.column, view.sort?.descending === true];
  const sort = useMemo(() => (column === undefined ? null : { column, descending }), [column, descending]);
  const found = useMemo(() => sortRows(filterRows(rows, traits, settled), columns, sort), [rows, traits, settled, columns, sort]);
  const counts = useMemo(() => countSeverities(rows, traits, settled), [rows, traits, settled]);
  const types = useMemo(() => (type ? typesOf(rows, type) : []), [rows, type]);

  useNearestPage(paging);
  // What is typed stands in the address a moment later; its first page is shown at once.
  const own = ownPages(found.length, kept && kept.text !== text ? { ...view, page: 0 } : view, change);
  return {
    filter,
    setFilter: ({ search: typed, ...others }) => {
      if (typed !== undefined) setText(typed);
      if (typed === undefined || kept === undefined) change({ ...others, page: 0 });
    },
    sort,
    setSort: (next) => change({ sort: next }),
    found,
    shown: paging ? found : rowsOfPage(found, own.page, own.pageSize),
    counts,
    types,
    pages: !paging ? own : isByOffset(paging) ? pagesOf(paging) : null,
  };
}

/** Tells the server or the address what is typed once somebody pauses, and takes over what is searched for from there. */
function useKeptSearch(search: ServerPaging['search'], typed: string, take: (text: string) => void): void {
  const told = useRef(search?.text ?? '');
  useEffect(() => {
    if (!search || typed === told.current) return;
    told.current = typed;
    search.onSearch(typed);
    // Only what is typed is told: another address is not typed again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  useEffect(() => {
    if (!search || search.text === told.current) return;
    told.current = search.text;
    take(search.text);
    // Only another address is taken over: what is typed meanwhile stays.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search?.text]);
}

/** An address may name a page that there is not, or not any more: then the last one is shown. */
function useNearestPage(paging: ServerPaging | undefined): void {
  const last = paging && isByOffset(paging) && !paging.busy && paging.total > 0 ? pageCount(paging.total, paging.pageSize) - 1 : null;
  useEffect(() => {
    if (last !== null && paging && isByOffset(paging) && paging.page > last) paging.onPage(last, paging.pageSize);
    // Only how many there are counts: who is told is another function at every look.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last]);
}

type Pages = NonNullable<GridState<unknown>['pages']>;

function ownPages(total: number, { page, pageSize }: Pick<GridView, 'page' | 'pageSize'>, change: (change: Partial<GridView>) => void): Pages {
  const count = pageCount(total, pageSize);
  const goTo = (to: number, size?: number): void => change({ page: to, ...(size === undefined ? {} : { pageSize: size }) });
  return { page: clampPage(page, count), pageSize, count, goTo };
}

function pagesOf({ total, page, pageSize, onPage }: OffsetPaging): Pages {
  return { page, pageSize, count: pageCount(total, pageSize), goTo: (to, size = pageSize) => onPage(to, size) };
}

export function isByOffset(paging: ServerPaging): paging is OffsetPaging {
  return 'total' in paging;
}
