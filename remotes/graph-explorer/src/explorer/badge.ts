/** The largest number that a tab shows. */
const MOST = 10_000;

/** A count as tabs show it: beyond the largest only that there are more. */
export function badge(count: number): string {
  return count > MOST ? `${MOST}+` : String(count);
}
