/** An error of the protocol, with its code (RFC 6749, 7009, 7591 and 8707) and a sentence for the developer of the program. */
export class OAuthError extends Error {
  /** @param retryAfter seconds; null: the answer does not say when to try again */
  constructor(
    readonly code: string,
    readonly description: string,
    readonly status = 400,
    readonly retryAfter: number | null = null,
  ) {
    super(`${code}: ${description}`);
  }

  toBody(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.description };
  }
}

export const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description);
export const invalidRequest = (description: string): OAuthError => new OAuthError('invalid_request', description);
