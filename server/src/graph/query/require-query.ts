import { unprocessable } from '../../platform/http/errors';
import type { Query } from './ast';
import { parseQuery, type ParseError } from './parse-query';

/** Text that a database can hold: a NUL is no character there. Positions stay as they are. */
export function withoutNul(input: string): string {
  return input.replaceAll('\0', '\uFFFD');
}

/** What may be run. 422 with the place and what is expected there, where it is no whole query. */
export function requireQuery(rawInput: string): Query {
  const input = withoutNul(rawInput);
  const { query, error, missing } = parseQuery(input);
  if (query) return query;
  const fault: ParseError | null = error ?? missing;
  throw unprocessable('QUERY_INVALID', fault?.message ?? 'This is not a query.', fault);
}

/** The query on another day. 422 where it names one itself. */
export function pinToDay(query: Query, day: string): Query {
  if (query.asOf !== null || query.changedSince !== null)
    throw unprocessable('QUERY_OF_A_DAY', 'This query names a day itself. Take "as-of" and "changed-since" out to ask it of other days.');
  return { ...query, asOf: day };
}
