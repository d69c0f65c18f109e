import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { AuthInfo, TokenSet } from '../../contracts/src';
import type { AuthValues } from '../../shared/platform/src/session/auth-values';

/**
 * Signs in as the console does, with the cookies of a session at the identity platform, but without a page.
 * @returns what the console stores after a sign-in; null where no session goes on
 */
export async function tokensOf(request: APIRequestContext, origin: string): Promise<AuthValues | null> {
  const info = (await (await request.get(`${origin}/v1/tenants/users/auth`)).json()) as AuthInfo;
  const [state, verifier] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
  const redirect = `${origin}/authorize/idn`;
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: info.clientId,
    redirect_uri: redirect,
    scope: info.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(info.audience ? { resource: info.audience } : {}),
  });
  const answer = await request.get(`${new URL(info.authorizeEndpoint, origin).href}?${parameters}`);
  const code = new URL(answer.url()).searchParams.get('code');
  if (code === null) return null;
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect };
  const exchanged = await request.post(`${origin}/v1/tenants/users/auth/token`, { data: exchange });
  if (!exchanged.ok()) throw new Error(`the token exchange was answered with ${exchanged.status()}: ${await exchanged.text()}`);
  const tokens = (await exchanged.json()) as TokenSet;
  const [, claims = ''] = tokens.access_token.split('.');
  const { email } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { email: string };
  return {
    email,
    token: tokens.access_token,
    tokenType: tokens.token_type,
    ...(tokens.refresh_token ? { refreshToken: tokens.refresh_token } : {}),
    ...(tokens.id_token ? { idToken: tokens.id_token } : {}),
  };
}
