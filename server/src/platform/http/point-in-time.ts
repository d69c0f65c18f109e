import { unprocessable } from './errors';

/** The times that both JavaScript and PostgreSQL write with a year of four digits. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 time.
 * @throws ApiError 422 if it is not one of the years 1 to 9999
 */
export function pointInTime(text: string): Date {
  const time = new Date(text);
  if (!(time.getTime() >= FIRST && time.getTime() <= LAST))
    throw unprocessable('NO_SUCH_TIME', `${text.slice(0, 60)} is not a valid time. Write it like 2026-01-31T12:00:00Z.`);
  return time;
}
