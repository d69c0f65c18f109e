/** Returns the query restricted to access used in the last 90 days. Returns an empty query for an empty one. */
export function usedQuery(query: string): string {
  return query === '' ? '' : `${query} with-usage < 90`;
}

/** Returns the query restricted to logged access that was not used in the last 90 days. Returns an empty query for an empty one. */
export function unusedQuery(query: string): string {
  return query === '' ? '' : `${query} with-usage > 90`;
}
