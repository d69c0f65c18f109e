import type { AuthInfo } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { fakeServer, unreachableServer } from '../testing/fake-server';
import { neighbourTab, sentToTabs } from '../testing/fake-tabs';
import { signInFor, tokenFor } from '../testing/sign-in-values';
import { challengeOf } from './pkce';
import { authInfoAtom } from './session';
import {
  authorizeUrl,
  completeSignIn,
  loadAuthInfo,
  storeReturnPage,
  signOut,
  consumeLoginQuery,
  consumeReturnPage,
  consumeSignInLoop,
} from './sign-in';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

const INFO: AuthInfo = {
  idn_api_url: '',
  authorizeEndpoint: 'https://id.example/authorize',
  tokenEndpoint: '/v1/tenants/users/auth/token',
  logoutEndpoint: 'https://id.example/logout',
  clientId: 'cam',
  scope: 'openid',
  helpUrl: '/help',
};
const tokens = { access_token: tokenFor(3600), refresh_token: 'r', id_token: 'i', token_type: 'Bearer', expires_in: 3600 };

beforeEach(() => {
  storage.purge();
  neighbourTab();
});

/** Begins a sign-in and returns the parameters for the identity platform. */
async function begin(): Promise<URLSearchParams> {
  return new URL(await authorizeUrl(INFO)).searchParams;
}

describe('start of the sign-in', () => {
  it('requests a code with an S256 challenge and keeps the verifier in the tab', async () => {
    const sent = await begin();
    expect(Object.fromEntries(sent)).toMatchObject({
      response_type: 'code',
      client_id: 'cam',
      redirect_uri: 'http://localhost/authorize/idn',
      code_challenge_method: 'S256',
    });
    const verifier = storage.get('signInVerifier') ?? '';
    expect(sent.get('code_challenge')).toBe(await challengeOf(verifier));
    expect([...sent.values()]).not.toContain(verifier);
  });

  it('computes the code challenge of RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });

  it('is unavailable and logs an error when the server returns no sign-in settings', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    unreachableServer();
    expect(await loadAuthInfo()).toBeNull();
    expect(logged).toHaveBeenCalledWith('SSO is enabled but request failed');
    fakeServer(() => ({ body: INFO }));
    expect(await loadAuthInfo()).toEqual(INFO);
    expect(store.get(authInfoAtom)).toEqual(INFO);
  });
});

describe('return from the identity platform', () => {
  it('exchanges the code and verifier for tokens and stores them', async () => {
    const { requests } = fakeServer(() => ({ body: tokens }));
    const state = (await begin()).get('state') ?? '';
    const verifier = storage.get('signInVerifier');
    await completeSignIn(new URLSearchParams({ code: 'c', state }));
    expect(requests[0]?.body).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: verifier,
      redirect_uri: 'http://localhost/authorize/idn',
    });
    expect(['email', 'token', 'refreshToken', 'idToken', 'tokenType', 'isTokenExpired'].map(storage.get)).toEqual([
      'ada@demo.example',
      tokens.access_token,
      'r',
      'i',
      'Bearer',
      null,
    ]);
    expect(storage.get('signInVerifier')).toBeNull();
  });

  it('rejects a forged state, a missing code and a repeated callback', async () => {
    const { requests } = fakeServer(() => ({ body: tokens }));
    await begin();
    await expect(completeSignIn(new URLSearchParams({ code: 'c', state: 'forged' }))).rejects.toThrow('does not belong');
    const state = (await begin()).get('state') ?? '';
    await expect(completeSignIn(new URLSearchParams({ error: 'access_denied', state }))).rejects.toThrow('does not belong');
    await expect(completeSignIn(new URLSearchParams({ code: 'c', state }))).rejects.toThrow('does not belong');
    expect(requests).toEqual([]);
  });

  it('reports a sign-in loop once, after the second failed token exchange', async () => {
    fakeServer(() => ({ status: 500 }));
    const fail = async (): Promise<void> => {
      const state = (await begin()).get('state') ?? '';
      await expect(completeSignIn(new URLSearchParams({ code: 'c', state }))).rejects.toThrow('token exchange: 500');
    };
    await fail();
    expect(consumeSignInLoop()).toBe(false);
    await fail();
    expect(consumeSignInLoop()).toBe(true);
    expect(consumeSignInLoop()).toBe(false);
  });

  it('returns to the stored page once', () => {
    storeReturnPage('/alerts?severity=HIGH');
    expect(consumeReturnPage()).toBe('/alerts?severity=HIGH');
    expect(consumeReturnPage()).toBe('/');
  });

  it.each(['https://evil.example', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', '/login?x', '/logout', '/authorize/idn?code=c'])(
    'never returns to %s',
    (page) => {
      storeReturnPage(page);
      expect(storage.get('redirectPage')).toBeNull();
      storage.set('redirectPage', page);
      expect(consumeReturnPage()).toBe('/');
    },
  );
});

describe('signOut', () => {
  it('clears this tab, signs out the other tabs and returns the logout URL of the identity platform', () => {
    signInFor(3600);
    storage.set('idToken', 'i');
    const address = new URL(signOut(INFO, '?tenant=demo') ?? '');
    expect(address.origin + address.pathname).toBe('https://id.example/logout');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'cam',
      post_logout_redirect_uri: 'http://localhost/login',
      id_token_hint: 'i',
    });
    expect(sentToTabs()).toEqual([{ kind: 'signed-out', expired: false }]);
    expect(Object.keys(sessionStorage)).toEqual(['cam:loginQuery']);
    expect([consumeLoginQuery(), consumeLoginQuery()]).toEqual(['?tenant=demo', '']);
  });

  it('returns null without a token or a logout endpoint', () => {
    expect(signOut(INFO, '')).toBeNull();
    signInFor(3600);
    expect(signOut({ ...INFO, logoutEndpoint: '' }, '')).toBeNull();
    signInFor(3600);
    expect(signOut(null, '')).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});
