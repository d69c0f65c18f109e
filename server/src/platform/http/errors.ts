import { STATUS_CODES } from 'node:http';
import type { ErrorBody, RemoteId } from '@cam/contracts/server';

/** A refusal with a status, a stable code, and a sentence that says what to do. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly userMessage: string,
    readonly details?: unknown,
  ) {
    super(`${code}: ${userMessage}`);
  }

  toBody(trackingId: string): ErrorBody {
    return {
      error: STATUS_CODES[this.status] ?? 'Error',
      code: this.code,
      message: this.message,
      user_message: this.userMessage,
      trackingId,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

export const badRequest = (userMessage: string, details?: unknown): ApiError => new ApiError(400, 'BAD_REQUEST', userMessage, details);
export const unauthorized = (code: string, userMessage: string): ApiError => new ApiError(401, code, userMessage);
export const forbidden = (userMessage: string, code = 'FORBIDDEN', details?: unknown): ApiError => new ApiError(403, code, userMessage, details);
export const remoteOff = (remote?: RemoteId): ApiError => forbidden('This area is turned off for your tenant.', 'REMOTE_OFF', { remote });
export const notFound = (userMessage: string): ApiError => new ApiError(404, 'NOT_FOUND', userMessage);
export const conflict = (code: string, userMessage: string, details?: unknown): ApiError => new ApiError(409, code, userMessage, details);
export const unprocessable = (code: string, userMessage: string, details?: unknown): ApiError => new ApiError(422, code, userMessage, details);
export const badGateway = (code: string, userMessage: string): ApiError => new ApiError(502, code, userMessage);
