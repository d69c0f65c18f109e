/**
 * Why a request to a provider failed: `denied` (401, 403: a permission is missing), `gone` (404, 410: deleted or never existed), `refused`
 * (another 4xx: the request is invalid), `failed` (throttling, server or network errors in every attempt).
 */
export type ProviderFault = 'denied' | 'gone' | 'refused' | 'failed';

/** A failed request to a provider, with a message for users. Contains no part of any request, because requests carry secrets. */
export class ProviderError extends Error {
  constructor(
    readonly fault: ProviderFault,
    message: string,
    readonly status: number | null = null,
    /** The provider's error code (`AccessDenied`, `E0000006`), or empty. */
    readonly code = '',
  ) {
    super(message);
  }
}

/** Returns the fault for an HTTP status. */
export function faultOf(status: number): ProviderFault {
  if (status === 401 || status === 403) return 'denied';
  if (status === 404 || status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'failed';
}
