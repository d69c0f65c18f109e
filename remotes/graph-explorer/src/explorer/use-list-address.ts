import type { GridColumn, OffsetPaging } from '@cam/ui';
import { pageNumber, useAddress } from './use-address';

/** Rows of a page, unless the address says another number; no server gives more than the most. */
const PAGE_SIZE = 20;
const MOST = 500;

export interface ListAddress {
  /** What the server is asked: page from 0, search where there is one, and the field that it sorts by. */
  query: { page_number: number; page_size: number };
  search: string;
  sort: { field: string; ascending: boolean } | null;
  paging: (total: number, busy: boolean) => OffsetPaging;
}

/** The columns of a list, those sortable that the server sorts by. */
export function sortable<Row>(sorts: Readonly<Record<string, string>>, columns: readonly GridColumn<Row>[]): GridColumn<Row>[] {
  return columns.map((column) => ({ ...column, sortable: Object.hasOwn(sorts, column.key) }));
}

/**
 * A list that a server pages, as it stands in the address: page, rows of a page, search and order.
 * @param sorts fields that the server sorts by, by the keys of their columns
 */
export function useListAddress(sorts: Readonly<Record<string, string>>): ListAddress {
  const address = useAddress();
  const page = pageNumber(address.get('page'));
  const asked = pageNumber(address.get('size'));
  const pageSize = asked === 0 ? PAGE_SIZE : Math.min(asked, MOST);
  const search = address.get('search');
  const column = Object.hasOwn(sorts, address.get('sort')) ? address.get('sort') : null;
  const descending = address.get('order') === 'desc';
  const field = column === null ? null : sorts[column];
  return {
    query: { page_number: page, page_size: pageSize },
    search,
    sort: field ? { field, ascending: !descending } : null,
    paging: (total, busy) => ({
      total,
      page,
      pageSize,
      busy,
      onPage: (next, size) => address.set({ page: next === 0 ? null : String(next), size: size === PAGE_SIZE ? null : String(size) }),
      search: { text: search, onSearch: (text) => address.set({ search: text, page: null }, { replace: true }) },
      sort: {
        by: column === null ? null : { column, descending },
        onSort: (by) => address.set({ sort: by?.column ?? null, order: by?.descending ? 'desc' : null, page: null }),
      },
    }),
  };
}
