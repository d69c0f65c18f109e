const DAY = 24 * 60 * 60 * 1000;

/**
 * The earliest time of evaluated requests, in milliseconds since 1970. Access is evaluated for future requests, and the credentials that sign them
 * live for less than two days. The time stays the same while the process runs, so that equal facts have equal results.
 */
export const EARLIEST_REQUEST = Math.floor(Date.now() / DAY - 2) * DAY;
