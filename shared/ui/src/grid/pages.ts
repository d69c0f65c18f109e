export const PAGE_SIZES = [20, 50, 100, 500] as const;
export const DEFAULT_PAGE_SIZE = 20;

/** A page that holds whatever there is: for rows that the browser has already. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** At least one page, so that an empty list has a first page. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Nearest page (from 0) that exists; what is no number is the first. */
export function clampPage(page: number, pages: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(Math.trunc(page), 0), pages - 1) : 0;
}

export function rowsOfPage<Row>(rows: readonly Row[], page: number, pageSize: number): readonly Row[] {
  return rows.slice(page * pageSize, (page + 1) * pageSize);
}
