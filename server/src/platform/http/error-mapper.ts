import { PARTIAL_RESULTS_MESSAGES } from '@cam/contracts/server';
import { CallerDisconnected, StatementTimeout } from '../db/cancellation';
import { DatabaseUnavailable } from '../db/unavailable';
import { StorageUnavailable } from '../storage/storage-unavailable';
import { ApiError, badRequest, notFound, unprocessable } from './errors';

/** Returns the API error of a known failure; null: the failure is unexpected. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  // No client reads it; it keeps cancelled requests out of the error log.
  if (error instanceof CallerDisconnected) return new ApiError(499, 'CLIENT_CLOSED_REQUEST', 'The client closed the connection.');
  if (error instanceof StatementTimeout)
    return unprocessable(
      'TOO_BROAD',
      `${PARTIAL_RESULTS_MESSAGES.missing_records}. This took longer than ${error.limit / 1000} s. Limit it to one account, fewer types or a name.`,
    );
  if (error instanceof DatabaseUnavailable)
    return new ApiError(503, 'DATABASE_UNAVAILABLE', 'The database does not respond at the moment. Please try again in a few seconds.');
  if (error instanceof StorageUnavailable)
    return new ApiError(
      503,
      'STORAGE_UNAVAILABLE',
      'The storage of files does not respond at the moment. Nothing was changed. Please try again in a few seconds.',
    );
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || error instanceof SyntaxError) {
    return badRequest('The body of the request is not valid JSON.');
  }
  if (statusCode === 413) return new ApiError(413, 'TOO_LARGE', 'The request is too large.');
  if (statusCode === 404) return notFound('This address does not exist.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, code ?? 'BAD_REQUEST', 'The request could not be understood.');
  return null;
}
