import { numberOf, useAddress } from './use-address';

/** Rows of a page, unless the address says another number; no server gives more than the most. */
const PAGE_SIZE = 20;
export const MOST_A_PAGE = 500;

interface Order {
  /** Key of a column. */
  column: string;
  descending: boolean;
}

interface Options {
  /** Tells the parameters of one of several lists of a page from those of the others. */
  of?: string;
  /** Fields that the server sorts by, by the keys of their columns. */
  sorts?: Readonly<Record<string, string>>;
  /** In which order a list stands whose address says none. */
  order?: Order;
}

export interface ListAddress {
  /** From 0. In the address pages count from 1, as on the screen. */
  page: number;
  pageSize: number;
  search: string;
  /** By which field of the server; null: in its own order. */
  sort: { field: string; ascending: boolean } | null;
  /** What a grid needs of a server that pages, searches and sorts. */
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

/** The columns of a list, those sortable that the server sorts by. */
export function sortable<Column extends { key: string }>(sorts: Readonly<Record<string, string>>, columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, sortable: Object.hasOwn(sorts, column.key) }));
}

/** A list that a server pages, as it stands in the address: page, rows of a page, search and order. What makes no sense there counts as absent. */
export function useListAddress({ sorts = {}, order, of }: Options = {}): ListAddress {
  const address = useAddress(of);
  const page = numberOf(address.get('page'), 1) - 1;
  const pageSize = Math.min(numberOf(address.get('size'), PAGE_SIZE), MOST_A_PAGE);
  const search = address.get('search');
  const asked = address.get('sort');
  const own = Object.hasOwn(sorts, asked) ? { column: asked, descending: address.get('order') === 'desc' } : null;
  const by = own ?? order ?? null;
  const field = by === null ? undefined : sorts[by.column];
  // Whoever takes the order away that a list has by itself wants it the other way round.
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
          // A page that there is not is no place to go back to.
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
