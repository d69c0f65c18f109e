import { createHash } from 'node:crypto';
import type { Api, AuthInfo, TokenSet } from '@cam/contracts/server';
import { badGateway, unauthorized, unprocessable } from '../../platform/http/errors';
import type { PlatformEndpoints } from '../identity-platform';

type TokenRequest = Api['POST /v1/tenants/users/auth/token']['body'];

/** Time for which one refresh token gets the same answer, ms: two tabs that refresh at once must not look like token theft. */
const REPEAT_WINDOW = 10_000;

/** Connects the console to the identity platform. The server exchanges the code, so that browsers never see the client secret. */
export class SignIn {
  readonly #recent = new Map<string, Promise<TokenSet>>();

  constructor(
    private readonly platform: PlatformEndpoints,
    private readonly publicUrl: string,
    private readonly helpUrl: string,
  ) {}

  info(): AuthInfo {
    const { apiUrl, authorizeEndpoint, logoutEndpoint, clientId, scope, resource } = this.platform;
    return {
      idn_api_url: apiUrl,
      authorizeEndpoint,
      tokenEndpoint: '/v1/tenants/users/auth/token',
      logoutEndpoint,
      clientId,
      scope,
      ...(resource ? { audience: resource } : {}),
      helpUrl: this.helpUrl,
    };
  }

  exchange(request: TokenRequest): Promise<TokenSet> {
    if (request.grant_type === 'authorization_code') return this.#exchangeCode(request);
    if (!request.refresh_token) throw unprocessable('REFRESH_TOKEN_MISSING', 'Your session cannot be renewed. Please sign in again.');
    return this.#refresh(request.refresh_token);
  }

  #exchangeCode({ code, code_verifier: verifier, redirect_uri: redirectUri }: TokenRequest): Promise<TokenSet> {
    const own = `${this.publicUrl}/authorize/idn`;
    if (!code || !verifier) throw unprocessable('CODE_MISSING', 'The sign-in returned no code. Please sign in again.');
    if (redirectUri !== own)
      throw unprocessable(
        'REDIRECT_URI',
        `The console was opened at another address than ${this.publicUrl}. Use that address, or set CAM_PUBLIC_URL.`,
      );
    return this.#ask({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: own });
  }

  #refresh(refreshToken: string): Promise<TokenSet> {
    const key = createHash('sha256').update(refreshToken).digest('base64');
    const recent = this.#recent.get(key);
    if (recent) return recent;
    const answer = this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
    this.#recent.set(key, answer);
    answer.catch(() => this.#recent.delete(key));
    setTimeout(() => this.#recent.delete(key), REPEAT_WINDOW).unref();
    return answer;
  }

  async #ask(parameters: Record<string, string>): Promise<TokenSet> {
    const { tokenEndpoint, clientId, clientSecret } = this.platform;
    const form = new URLSearchParams({ ...parameters, client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) });
    let response: Response;
    try {
      response = await fetch(tokenEndpoint, {
        method: 'POST',
        body: form,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(10_000),
        redirect: 'error',
      });
    } catch {
      throw badGateway('IDENTITY_PLATFORM_DOWN', 'The identity platform does not respond. Please try again in a minute.');
    }
    if (response.status >= 500) throw badGateway('IDENTITY_PLATFORM_DOWN', 'The identity platform failed. Please try again in a minute.');
    if (!response.ok) throw unauthorized('SIGN_IN_REFUSED', 'The identity platform refused the sign-in. Please sign in again.');
    return (await response.json()) as TokenSet;
  }
}
