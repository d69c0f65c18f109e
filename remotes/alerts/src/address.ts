/** The most rows that one page of a list has. */
export const MOST_A_PAGE = 500;

/** A whole number above 0 out of an address; what is none counts as absent. */
export function numberOf(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
}
