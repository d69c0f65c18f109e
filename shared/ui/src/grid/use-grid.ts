import { useEffect, useMemo, useRef, useState } from 'react';
import type { Severity } from '@cam/contracts';
import { countSeverities, filterRows, sortRows, typesOf } from './filter-rows';
import { NO_FILTER, type GridColumn, type GridFilter, type GridSort, type OffsetPaging, type ServerPaging } from './grid-types';
import { clampPage, DEFAULT_PAGE_SIZE, pageCount, rowsOfPage } from './pages';
import { useDebounced } from './use-debounced';

/** Wait for the next key before a server is asked, ms. */
const SEARCH_DELAY = 300;

interface Asked<Row> {
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  severity?: (row: Row) => Severity;
  type?: (row: Row) => string;
  searchDelay: number;
  paging?: ServerPaging;
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
export function useGrid<Row>({ rows, columns, severity, type, searchDelay, paging }: Asked<Row>): GridState<Row> {
  const byServer = paging?.search;
  const [filter, setFilter] = useState(() => ({ ...NO_FILTER, search: byServer?.text ?? '' }));
  const [sort, setSort] = useState<GridSort | null>(null);
  const [wanted, setWanted] = useState({ page: 0, pageSize: DEFAULT_PAGE_SIZE });
  const search = useDebounced(filter.search, searchDelay);

  const traits = useMemo(() => ({ columns, severity, type }), [columns, severity, type]);
  const settled = useMemo(() => ({ ...filter, search: byServer ? '' : search }), [filter, search, byServer]);
  const typed = useDebounced(filter.search, SEARCH_DELAY);
  useServerSearch(byServer, typed, (text) => setFilter((now) => ({ ...now, search: text })));
  const found = useMemo(() => sortRows(filterRows(rows, traits, settled), columns, sort), [rows, traits, settled, columns, sort]);
  const counts = useMemo(() => countSeverities(rows, traits, settled), [rows, traits, settled]);
  const types = useMemo(() => (type ? typesOf(rows, type) : []), [rows, type]);

  useNearestPage(paging);
  const own = ownPages(found.length, wanted, setWanted);
  return {
    filter,
    setFilter: (change) => {
      setFilter({ ...filter, ...change });
      setWanted({ ...wanted, page: 0 });
    },
    sort,
    setSort,
    found,
    shown: paging ? found : rowsOfPage(found, own.page, own.pageSize),
    counts,
    types,
    pages: !paging ? own : isByOffset(paging) ? pagesOf(paging) : null,
  };
}

/** Tells the server what is typed once somebody pauses, and takes over what it searches for from elsewhere, as the address. */
function useServerSearch(search: ServerPaging['search'], typed: string, take: (text: string) => void): void {
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

function ownPages(
  total: number,
  { page, pageSize }: { page: number; pageSize: number },
  set: (to: { page: number; pageSize: number }) => void,
): Pages {
  const count = pageCount(total, pageSize);
  return { page: clampPage(page, count), pageSize, count, goTo: (to, size = pageSize) => set({ page: to, pageSize: size }) };
}

function pagesOf({ total, page, pageSize, onPage }: OffsetPaging): Pages {
  return { page, pageSize, count: pageCount(total, pageSize), goTo: (to, size = pageSize) => onPage(to, size) };
}

export function isByOffset(paging: ServerPaging): paging is OffsetPaging {
  return 'total' in paging;
}
