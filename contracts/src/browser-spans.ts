/** Spans that a browser sends at once. */
export const MOST_BROWSER_SPANS = 100;
