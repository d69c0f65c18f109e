import type { AuthInfo, TokenSet } from '@cam/contracts';
import { storage } from '../state/storage';
import { authValue, storeTokens } from './auth-values';
import { challengeOf, randomText } from './pkce';
import { ASK_ANEW_KEY, isReturnPage } from './session';
import { SESSION_KEYS } from './session-keys';
import { tell } from './tab-channel';

/** The sign-in under way, bound to this tab: its state and its PKCE verifier. */
const STATE_KEY = 'signInState';
const VERIFIER_KEY = 'signInVerifier';

const CALLBACK = '/authorize/idn';

export async function fetchAuthInfo(): Promise<AuthInfo> {
  const response = await fetch('/v1/tenants/users/auth', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`auth info: ${response.status}`);
  return (await response.json()) as AuthInfo;
}

/** The address of the identity platform's sign-in page, with a fresh state and PKCE challenge. */
export async function authorizeUrl(info: AuthInfo): Promise<string> {
  const state = randomText(16);
  const verifier = randomText();
  storage.set(STATE_KEY, state);
  storage.set(VERIFIER_KEY, verifier);
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: info.clientId,
    redirect_uri: window.location.origin + CALLBACK,
    scope: info.scope,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(info.audience ? { resource: info.audience } : {}),
    ...(storage.get(ASK_ANEW_KEY) ? { prompt: 'login' } : {}),
  });
  return `${info.authorizeEndpoint}?${parameters}`;
}

/** Remembers where to go after signing in. */
export function rememberPage(page: string): void {
  if (isReturnPage(page)) storage.set(SESSION_KEYS.redirectPage, page);
}

/** Completes the sign-in with the callback's query. Answers with the page to go to; throws where the sign-in is not ours or fails. */
export async function completeSignIn(query: URLSearchParams): Promise<string> {
  const code = query.get('code');
  const state = storage.get(STATE_KEY);
  const verifier = storage.get(VERIFIER_KEY);
  storage.remove(STATE_KEY);
  storage.remove(VERIFIER_KEY);
  if (!code || !verifier || !state || query.get('state') !== state) throw new Error('the callback does not belong to a sign-in of this tab');
  const response = await fetch('/v1/tenants/users/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: window.location.origin + CALLBACK }),
  });
  if (!response.ok) throw new Error(`token exchange: ${response.status}`);
  storage.remove(ASK_ANEW_KEY);
  storeTokens((await response.json()) as TokenSet);
  const page = authValue('redirectPage') ?? '/';
  storage.remove(SESSION_KEYS.redirectPage);
  return isReturnPage(page) ? page : '/';
}

/** Signs out everywhere: this tab, the other tabs, and the identity platform, whose address is the answer (null where it has none). */
export function signOut(info: AuthInfo | null): string | null {
  const idToken = authValue('idToken');
  const hadToken = authValue('token') !== null;
  storage.purge();
  tell({ kind: 'signed-out', expired: false });
  if (!hadToken || !info?.logoutEndpoint) return null;
  const parameters = new URLSearchParams({
    client_id: info.clientId,
    post_logout_redirect_uri: `${window.location.origin}/login`,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  return `${info.logoutEndpoint}?${parameters}`;
}
