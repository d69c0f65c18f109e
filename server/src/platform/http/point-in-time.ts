import { unprocessable } from './errors';

/** A point in time out of its text, ISO 8601. 422 where it is none. */
export function pointInTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw unprocessable('NO_SUCH_TIME', `${text.slice(0, 60)} is not a point in time. Write one as 2026-01-31T12:00:00Z.`);
  return time;
}
