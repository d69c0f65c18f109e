import { earliestRequest } from '../../../engine/earliest-request';
import type { Truth } from '../../../engine/truth';

/** A term that compares the time of the request with a fixed time. */
export interface DateTest {
  kind: 'date';
  /** The request must be earlier than the time, or later otherwise. */
  isEarlier: boolean;
  /** Milliseconds since 1970. */
  time: number;
  words: string;
}

const TERM = /^@Environment\s*\[\s*(?:[^\]]*:)?UtcNow\s*\]\s*DateTime(Less|Greater)Than(?:Equals)?\s+'([^']*)'$/i;

/**
 * Reads a term such as `@Environment[UtcNow] DateTimeLessThan '2026-05-01T13:00:00.0Z'`. Returns null for other terms.
 * @see https://learn.microsoft.com/azure/role-based-access-control/conditions-format#datetime-comparison-operators
 */
export function readDateTest(term: string, words: string): DateTest | null {
  const [, direction, text = ''] = TERM.exec(term) ?? [];
  const time = Date.parse(text);
  return direction === undefined || Number.isNaN(time) ? null : { kind: 'date', isEarlier: direction.toLowerCase() === 'less', time, words };
}

/** Decides a test with a time in the past: every request is later. */
export function dateTruth({ isEarlier, time }: DateTest): Truth {
  if (time >= earliestRequest()) return 'unknown';
  return isEarlier ? 'no' : 'yes';
}
