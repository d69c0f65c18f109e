import { unprocessable } from './errors';

/**
 * Parses an ISO 8601 time.
 * @throws ApiError 422 if it is not one
 */
export function pointInTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw unprocessable('NO_SUCH_TIME', `${text.slice(0, 60)} is not a valid time. Write it like 2026-01-31T12:00:00Z.`);
  return time;
}
