import type { AuthInfo, TokenSet } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { authValue, storeTokens } from './auth-values';
import { challengeOf, randomText } from './pkce';
import { isReturnPage } from './return-page';
import { FORCE_PASSWORD_KEY, authInfoAtom, forgetSession } from './session';
import { SESSION_KEYS } from './session-keys';
import { sendToTabs } from './tab-channel';

/** The pending sign-in of this tab: its state and PKCE verifier. */
const STATE_KEY = 'signInState';
const VERIFIER_KEY = 'signInVerifier';

const CALLBACK = '/authorize/idn';

/** The query string of a logout. The identity platform returns to a fixed address, so the query is stored meanwhile. */
const LOGIN_QUERY_KEY = 'loginQuery';

/** Loads how to sign in, and stores it in `authInfoAtom`. Returns null, with a log line, when the server does not answer. */
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

/** Returns the address of the identity platform's sign-in page, with a new state and PKCE challenge. */
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
    ...(storage.get(FORCE_PASSWORD_KEY) ? { prompt: 'login' } : {}),
  });
  return `${info.authorizeEndpoint}?${parameters}`;
}

/** Stores the page to return to after the sign-in. */
export function storeReturnPage(page: string): void {
  if (isReturnPage(page)) storage.set(SESSION_KEYS.redirectPage, page);
}

/** Returns the page to go to after the sign-in: the stored page, once, else the root. */
export function consumeReturnPage(): string {
  const page = authValue('redirectPage') ?? '/';
  storage.remove(SESSION_KEYS.redirectPage);
  return isReturnPage(page) ? page : '/';
}

/** Number of consecutive sign-ins of this tab that the server refused. */
const FAILURES_KEY = 'signInFailures';

/** Completes the sign-in with the query of the callback. Throws when this tab did not begin it, or when it fails. */
export async function completeSignIn(query: URLSearchParams): Promise<void> {
  storage.set(FAILURES_KEY, String(Number(storage.get(FAILURES_KEY) ?? 0) + 1));
  await exchangeCode(query);
  storage.remove(FAILURES_KEY);
}

/**
 * Returns whether the identity platform signs in a user whom the server then refuses, which would repeat without end. The call resets the
 * counter, so that a person can try again.
 */
export function consumeSignInLoop(): boolean {
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
  storage.remove(FORCE_PASSWORD_KEY);
  storeTokens((await response.json()) as TokenSet);
}

/**
 * Signs out in all tabs.
 * @returns the identity platform's address that ends the session there and returns to /login, where `search` is restored; null when no
 * session exists there
 */
export function signOut(info: AuthInfo | null, search: string): string | null {
  const idToken = authValue('idToken');
  const hadToken = authValue('token') !== null;
  storage.purge();
  forgetSession();
  sendToTabs({ kind: 'signed-out', expired: false });
  if (!hadToken || !info?.logoutEndpoint) return null;
  if (search) storage.set(LOGIN_QUERY_KEY, search);
  const parameters = new URLSearchParams({
    client_id: info.clientId,
    post_logout_redirect_uri: `${window.location.origin}/login`,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  return `${info.logoutEndpoint}?${parameters}`;
}

/** Returns the stored query string of a logout, once; empty when there is none. */
export function consumeLoginQuery(): string {
  const search = storage.get(LOGIN_QUERY_KEY) ?? '';
  storage.remove(LOGIN_QUERY_KEY);
  return search;
}
