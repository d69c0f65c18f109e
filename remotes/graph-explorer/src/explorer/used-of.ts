/** Of what a query answers with, only what was used within 90 days; nothing of nothing. */
export function usedOf(query: string): string {
  return query === '' ? '' : `${query} with-usage < 90`;
}

/** Only what was not used for 90 days, where a log would tell. */
export function unusedOf(query: string): string {
  return query === '' ? '' : `${query} with-usage > 90`;
}
