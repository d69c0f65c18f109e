export const PAGE_SIZES = [20, 50, 100, 500] as const;
export const DEFAULT_PAGE_SIZE = 20;

/** Page size that shows all rows, for rows that the browser already holds. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Returns the number of pages; an empty list has one page. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Returns the nearest existing page, from 0. A value that is not a number gives the first page. */
export function clampPage(page: number, pages: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(Math.trunc(page), 0), pages - 1) : 0;
}

export function rowsOfPage<Row>(rows: readonly Row[], page: number, pageSize: number): readonly Row[] {
  return rows.slice(page * pageSize, (page + 1) * pageSize);
}
