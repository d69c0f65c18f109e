/** Header that announces an answer with parts left out; its value is a JSON list of these reasons. */
export const PARTIAL_RESULTS_HEADER = 'x-sp-partial-results';

export type PartialReason = 'missing_records' | 'missing_fields';
