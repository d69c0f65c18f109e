import type { StoredRule } from './store';

/** A rule that selects this many times as much as before is probably wrong. */
const SUDDEN_GROWTH = 10;

/** Returns a sentence that says what looks wrong with the last evaluation of a rule; empty: nothing. */
export function noticeOf({
  enabled,
  error,
  matched,
  matched_before: before,
}: Pick<StoredRule, 'enabled' | 'error' | 'matched' | 'matched_before'>): string {
  if (!enabled || matched === null) return error ?? '';
  if (error !== null) return `The last evaluation failed: ${error}`;
  if (matched === 0) return before !== null && before > 0 ? `No entity matches any more. Before, ${before} did.` : 'No entity matches.';
  if (before !== null && before > 0 && matched >= SUDDEN_GROWTH * before) return `${matched} entities match. Before, only ${before} did.`;
  return '';
}
