import { PARTIAL_RESULTS_MESSAGES } from '@cam/contracts/server';
import { HungUp, TookTooLong } from '../db/cancellation';
import { ApiError, badRequest, notFound, unprocessable } from './errors';

/** What a caller is told of an error that was foreseen; null: nobody did. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  // Nobody reads it; it keeps what was ended on purpose out of the log of what went wrong.
  if (error instanceof HungUp) return new ApiError(499, 'HUNG_UP', 'Whoever asked is gone.');
  if (error instanceof TookTooLong)
    return unprocessable(
      'TOO_BROAD',
      `${PARTIAL_RESULTS_MESSAGES.missing_records}. This took longer than ${error.limit / 1000} s: ask of one account, of fewer types or by name.`,
    );
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || error instanceof SyntaxError) {
    return badRequest('The body of the request is not valid JSON.');
  }
  if (statusCode === 413) return new ApiError(413, 'TOO_LARGE', 'What was sent is too large.');
  if (statusCode === 404) return notFound('There is nothing at this address.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, code ?? 'BAD_REQUEST', 'The request could not be understood.');
  return null;
}
