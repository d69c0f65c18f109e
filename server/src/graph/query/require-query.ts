import { unprocessable } from '../../platform/http/errors';
import type { Query } from './ast';
import { parseQuery, type ParseError } from './parse-query';

/** Replaces NUL, which a database text cannot hold. Positions stay the same. */
export function withoutNul(input: string): string {
  return input.replaceAll('\0', '\uFFFD');
}

/**
 * Parses a query that must be complete.
 * @throws 422 with the position and the expected words when it is not
 */
export function requireQuery(rawInput: string): Query {
  const input = withoutNul(rawInput);
  const { query, error, missing } = parseQuery(input);
  if (query) return query;
  const fault: ParseError | null = error ?? missing;
  throw unprocessable('QUERY_INVALID', fault?.message ?? 'This is not a valid query.', fault);
}

/**
 * Pins the query to a day.
 * @throws 422 when the query names a day itself
 */
export function pinToDay(query: Query, day: string): Query {
  if (query.asOf !== null || query.changedSince !== null)
    throw unprocessable('QUERY_OF_A_DAY', 'This query already names a day. Remove "as-of" and "changed-since" to run it for other days.');
  return { ...query, asOf: day };
}
