import { numberOf, useAddress } from './use-address';

/** Default number of rows on a page, and the largest number that a server returns. */
const PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 500;

interface Order {
  /** Key of a column. */
  column: string;
  descending: boolean;
}

interface Options {
  /** Prefix of the parameters, for a page with several lists. */
  of?: string;
  /** Fields that the server sorts by, by column key. */
  sorts?: Readonly<Record<string, string>>;
  /** Order of a list whose address names none. */
  order?: Order;
}

export interface ListAddress {
  /** Index of the page, from 0. Pages count from 1 in the address, as on the screen. */
  page: number;
  pageSize: number;
  search: string;
  /** Sort field of the server; null for its default order. */
  sort: { field: string; ascending: boolean } | null;
  /** Returns the paging of a grid whose server pages, searches and sorts. */
  paging: (
    total: number,
    busy: boolean,
  ) => {
    total: number;
    page: number;
    pageSize: number;
    busy: boolean;
    onPage: (page: number, pageSize: number) => void;
    search: { text: string; onSearch: (text: string) => void };
    sort?: { by: Order | null; onSort: (by: Order | null) => void };
  };
}

/** Returns the columns of a list. A column is sortable when the server sorts by it. */
export function sortable<Column extends { key: string }>(sorts: Readonly<Record<string, string>>, columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, sortable: Object.hasOwn(sorts, column.key) }));
}

/** Returns the state of a list that a server pages from the address: page, rows on a page, search and order. Invalid values count as absent. */
export function useListAddress({ sorts = {}, order, of }: Options = {}): ListAddress {
  const address = useAddress(of);
  const page = numberOf(address.get('page'), 1) - 1;
  const pageSize = Math.min(numberOf(address.get('size'), PAGE_SIZE), MAX_PAGE_SIZE);
  const search = address.get('search');
  const column = address.get('sort');
  const own = Object.hasOwn(sorts, column) ? { column, descending: address.get('order') === 'desc' } : null;
  const by = own ?? order ?? null;
  const field = by === null ? undefined : sorts[by.column];
  // Removing the default order of a list means reversing it.
  const chosen = (next: Order | null): Order | null => (next === null && own === null && by !== null ? { ...by, descending: !by.descending } : next);
  return {
    page,
    pageSize,
    search,
    sort: by !== null && field !== undefined ? { field, ascending: !by.descending } : null,
    paging: (total, busy) => ({
      total,
      page,
      pageSize,
      busy,
      onPage: (next, size) =>
        address.set(
          { page: next === 0 ? null : String(next + 1), size: size === PAGE_SIZE ? null : String(size) },
          // A page that does not exist must not enter the history.
          { replace: page > 0 && page * pageSize >= total },
        ),
      search: { text: search, onSearch: (text) => address.set({ search: text, page: null }, { replace: true }) },
      ...(Object.keys(sorts).length === 0
        ? {}
        : {
            sort: {
              by,
              onSort: (wanted: Order | null) => {
                const next = chosen(wanted);
                address.set({ sort: next?.column ?? null, order: next?.descending === true ? 'desc' : null, page: null });
              },
            },
          }),
    }),
  };
}
