import type { AuthInfo, TokenSet } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { authValue, storeTokens } from './auth-values';
import { challengeOf, randomText } from './pkce';
import { isReturnPage } from './return-page';
import { ASK_ANEW_KEY, authInfoAtom, forgetSession } from './session';
import { SESSION_KEYS } from './session-keys';
import { tell } from './tab-channel';

/** The sign-in under way, bound to this tab: its state and its PKCE verifier. */
const STATE_KEY = 'signInState';
const VERIFIER_KEY = 'signInVerifier';

const CALLBACK = '/authorize/idn';

/** The query string of a logout, on its way over the identity platform: that one leads back to a fixed address. */
const LOGIN_QUERY_KEY = 'loginQuery';

/** How to sign in, kept in `authInfoAtom`. Null, with a line in the log, where the server does not say: then there is no sign-in. */
export async function loadAuthInfo(): Promise<AuthInfo | null> {
  try {
    const response = await fetch('/v1/tenants/users/auth', { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`auth info: ${response.status}`);
    store.set(authInfoAtom, (await response.json()) as AuthInfo);
  } catch {
    console.error('SSO is enabled but request failed');
    store.set(authInfoAtom, null);
  }
  return store.get(authInfoAtom);
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

/** The page to go to after signing in: the remembered one, once, else the root. */
export function takeReturnPage(): string {
  const page = authValue('redirectPage') ?? '/';
  storage.remove(SESSION_KEYS.redirectPage);
  return isReturnPage(page) ? page : '/';
}

/** How often in a row a sign-in of this tab came to nothing. */
const FAILURES_KEY = 'signInFailures';

/** Completes the sign-in with the callback's query. Throws where the sign-in was not begun in this tab, or fails. */
export async function completeSignIn(query: URLSearchParams): Promise<void> {
  storage.set(FAILURES_KEY, String(Number(storage.get(FAILURES_KEY) ?? 0) + 1));
  await exchangeCode(query);
  storage.remove(FAILURES_KEY);
}

/**
 * Whether the identity platform signs somebody in whom the server then refuses: going there once more would go round in circles. Asking
 * is forgetting, so a person who tries again gets a try.
 */
export function takeSignInLoop(): boolean {
  if (Number(storage.get(FAILURES_KEY) ?? 0) < 2) return false;
  storage.remove(FAILURES_KEY);
  return true;
}

async function exchangeCode(query: URLSearchParams): Promise<void> {
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
}

/**
 * Signs out in this tab and the others. Answers with the identity platform's address that ends the session there (null where there is
 * nothing to end); it leads back to /login, where `search` waits.
 */
export function signOut(info: AuthInfo | null, search: string): string | null {
  const idToken = authValue('idToken');
  const hadToken = authValue('token') !== null;
  storage.purge();
  forgetSession();
  tell({ kind: 'signed-out', expired: false });
  if (!hadToken || !info?.logoutEndpoint) return null;
  if (search) storage.set(LOGIN_QUERY_KEY, search);
  const parameters = new URLSearchParams({
    client_id: info.clientId,
    post_logout_redirect_uri: `${window.location.origin}/login`,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  return `${info.logoutEndpoint}?${parameters}`;
}

/** The query string that a logout carried over the identity platform, once; empty where there was none. */
export function takeLoginQuery(): string {
  const search = storage.get(LOGIN_QUERY_KEY) ?? '';
  storage.remove(LOGIN_QUERY_KEY);
  return search;
}
