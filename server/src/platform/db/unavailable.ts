import { ServiceUnavailable } from '../service-unavailable';

/** The database does not respond, or the connection was lost. A transaction was rolled back, or its outcome is unknown if the loss hit its commit. */
export class DatabaseUnavailable extends ServiceUnavailable {
  constructor(cause: unknown) {
    super('the database', `the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Codes of lost and refused connections: of the system, and of the server while it stops or starts.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html classes 08 and 57
 */
const CODES = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123])$/;

/** Messages of the driver's errors that have no code. */
const MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after)/;

/** Returns the error of a statement as DatabaseUnavailable if it tells of a lost connection, and as it is otherwise. */
export function withUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const { code } = error as { code?: unknown };
  // Several addresses of a host were tried, and none answered.
  if (error instanceof AggregateError && error.errors.some((one) => withUnavailable(one) !== one)) return new DatabaseUnavailable(error.errors[0]);
  const isLost = typeof code === 'string' ? CODES.test(code) : MESSAGES.test(error.message);
  return isLost ? new DatabaseUnavailable(error) : error;
}
