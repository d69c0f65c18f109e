const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the earliest time of evaluated requests, in milliseconds since 1970. Access is evaluated for future requests, and the credentials that sign them
 * live for less than two days. The time changes once a day, so equal facts have equal results all day.
 */
export function earliestRequest(): number {
  return Math.floor(Date.now() / DAY - 2) * DAY;
}
