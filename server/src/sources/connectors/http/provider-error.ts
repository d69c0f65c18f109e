/**
 * Why a provider did not give an answer: `denied` (401, 403: it asks for a permission), `gone` (404, 410: deleted, or never there), `refused` (another
 * 4xx: the request is wrong), `failed` (it kept throttling, failing or hanging up, however often it was asked).
 */
export type ProviderFault = 'denied' | 'gone' | 'refused' | 'failed';

/** An answer of a provider that is none, in words for a person. Holds no part of any request: those carry secrets. */
export class ProviderError extends Error {
  constructor(
    readonly fault: ProviderFault,
    message: string,
    readonly status: number | null = null,
    /** As the provider names the reason (`AccessDenied`, `E0000006`); empty where it does not. */
    readonly code = '',
  ) {
    super(message);
  }
}

export function faultOf(status: number): ProviderFault {
  if (status === 401 || status === 403) return 'denied';
  if (status === 404 || status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'failed';
}
