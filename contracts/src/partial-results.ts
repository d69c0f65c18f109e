/** Response header of a partial answer. Its value is a JSON list of these reasons. */
export const PARTIAL_RESULTS_HEADER = 'x-sp-partial-results';

/** Reasons for a partial answer. */
export const PARTIAL_REASONS = ['missing_records', 'missing_fields'] as const;
export type PartialReason = (typeof PARTIAL_REASONS)[number];

/** Title of the notice about a partial answer. */
export const PARTIAL_RESULTS_TITLE = 'Displaying Partial Results';

/** Message for users, by reason. */
export const PARTIAL_RESULTS_MESSAGES: Record<PartialReason, string> = {
  missing_records: 'Search Criteria too broad, please refine search results',
  missing_fields: 'Missing Analytics, try again later once analytics has completed',
};

/** Returns the known reasons in a header and ignores everything else. */
export function readPartialReasons(header: string | null): PartialReason[] {
  const isReason = (value: unknown): value is PartialReason => typeof value === 'string' && Object.hasOwn(PARTIAL_RESULTS_MESSAGES, value);
  try {
    const value: unknown = JSON.parse(header ?? '[]');
    return Array.isArray(value) ? value.filter(isReason) : [];
  } catch {
    return (header ?? '').split(/[\s,]+/).filter(isReason);
  }
}
