import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Severity } from '@cam/contracts';
import { countSeverities, filterRows, sortRows, typesOf } from './filter-rows';
import type { GridAddress, GridColumn, GridFilter, GridSort, OffsetPaging, ServerPaging } from './grid-types';
import { clampPage, pageCount, rowsOfPage } from './pages';
import { useDebounced } from './use-debounced';
import { useGridView, type GridView } from './use-grid-view';

/** Delay after a key press before the server is asked or the address changes, ms. */
const SEARCH_DELAY = 300;

interface GridInput<Row> {
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
  /** All filtered rows that the browser holds, sorted: the content of an export. */
  found: readonly Row[];
  /** The rows of the page. */
  shown: readonly Row[];
  counts: Record<Severity | 'ALL', number>;
  types: readonly string[];
  /** Null when the server pages by cursor. */
  pages: { page: number; pageSize: number; count: number; goTo: (page: number, pageSize?: number) => void } | null;
}

/** Filters, sorts and pages the rows of a grid in the browser, or passes these on to a server that pages. */
export function useGrid<Row>({ rows, columns, severity, type, searchDelay, paging, address }: GridInput<Row>): GridState<Row> {
  const [view, change] = useGridView(address);
  const externalSearch = paging ? paging.search : address && { text: view.search, onSearch: (text: string) => change({ search: text, page: 0 }) };
  const [text, setText] = useState(externalSearch?.text ?? '');
  const search = useDebounced(text, searchDelay);
  useSearchSync(externalSearch, useDebounced(text, SEARCH_DELAY), setText);

  const filter = useMemo(() => ({ search: text, severity: view.severity, type: view.type }), [text, view.severity, view.type]);
  const traits = useMemo(() => ({ columns, severity, type }), [columns, severity, type]);
  const isByServer = paging?.search !== undefined;
  const applied = useMemo(() => ({ ...filter, search: isByServer ? '' : search }), [filter, search, isByServer]);
  const [column, descending] = [view.sort?.column, view.sort?.descending === true];
  const sort = useMemo(() => (column === undefined ? null : { column, descending }), [column, descending]);
  const found = useMemo(() => sortRows(filterRows(rows, traits, applied), columns, sort), [rows, traits, applied, columns, sort]);
  const counts = useMemo(() => countSeverities(rows, traits, applied), [rows, traits, applied]);
  const types = useMemo(() => (type ? typesOf(rows, type) : []), [rows, type]);

  useExistingPage(paging);
  // The address follows the typed text after a delay; its first page shows at once.
  const own = ownPages(found.length, externalSearch && externalSearch.text !== text ? { ...view, page: 0 } : view, change);
  return {
    filter,
    setFilter: ({ search: typed, ...others }) => {
      if (typed !== undefined) setText(typed);
      if (typed === undefined || externalSearch === undefined) change({ ...others, page: 0 });
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

/** Passes the typed search on to the server or the address after a pause, and takes over a search that changes there. */
function useSearchSync(search: ServerPaging['search'], typed: string, take: (text: string) => void): void {
  const known = useRef(search?.text ?? '');
  const passOn = useEffectEvent((text: string) => {
    if (!search || text === known.current) return;
    known.current = text;
    search.onSearch(text);
  });
  const takeOver = useEffectEvent((text: string | undefined) => {
    if (text === undefined || text === known.current) return;
    known.current = text;
    take(text);
  });
  const searchText = search?.text;
  // Two effects: a change of the address is not typed text, and must not overwrite what was typed meanwhile.
  useEffect(() => passOn(typed), [typed]);
  useEffect(() => takeOver(searchText), [searchText]);
}

/** Shows the last page when the address names a page that does not exist. */
function useExistingPage(paging: ServerPaging | undefined): void {
  const last = paging && isByOffset(paging) && !paging.busy && paging.total > 0 ? pageCount(paging.total, paging.pageSize) - 1 : null;
  const goBackTo = useEffectEvent((page: number) => {
    if (paging && isByOffset(paging) && paging.page > page) paging.onPage(page, paging.pageSize);
  });
  useEffect(() => {
    if (last !== null) goBackTo(last);
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
