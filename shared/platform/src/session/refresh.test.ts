import type { TokenSet } from '@cam/contracts';
import { storage } from '../state/storage';
import { fakeServer, unreachableServer } from '../testing/fake-server';
import { neighbourTab, sentToTabs } from '../testing/fake-tabs';
import { signInFor, tokenFor } from '../testing/sign-in-values';
import { freshToken, SessionEnded } from './refresh';
import { TOKEN_EXPIRED_EVENT } from './session';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

let renewed: TokenSet;
let ended: number;
const onEnded = (): void => void (ended += 1);

/** The lock of all tabs, granted once `before` is over. */
function lockAfter(before: () => void = () => undefined): { names: string[] } {
  const names: string[] = [];
  const request = async (name: string, work: () => Promise<void>): Promise<void> => {
    names.push(name);
    before();
    await work();
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  return { names };
}

beforeEach(() => {
  storage.purge();
  neighbourTab();
  ended = 0;
  lockAfter();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Each test runs an hour after the previous one, past the pause after a failed refresh.
  const later = Date.now() + 3_600_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  renewed = { access_token: tokenFor(3600), refresh_token: 'refresh-2', token_type: 'Bearer', expires_in: 3600 };
  window.history.replaceState(null, '', '/alerts?severity=HIGH');
  window.addEventListener(TOKEN_EXPIRED_EVENT, onEnded);
});
afterEach(() => window.removeEventListener(TOKEN_EXPIRED_EVENT, onEnded));

describe('freshToken with a usable token', () => {
  it('returns the token unchanged with at least 1800 s left', async () => {
    const { requests } = fakeServer(() => ({ body: renewed }));
    const token = signInFor(1801);
    expect(await freshToken()).toBe(token);
    expect(requests).toEqual([]);
  });

  it('renews the token below 1800 s under a lock across tabs, and sends it to the other tabs', async () => {
    const { names } = lockAfter();
    const { requests } = fakeServer(() => ({ body: renewed }));
    signInFor(1799);
    expect(await freshToken()).toBe(renewed.access_token);
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/v1/tenants/users/auth/token', { grant_type: 'refresh_token', refresh_token: 'refresh-1' }],
    ]);
    expect(names).toEqual(['cam-refresh']);
    expect(storage.get('refreshToken')).toBe('refresh-2');
    expect(sentToTabs()).toMatchObject([{ kind: 'values', values: { token: renewed.access_token, refreshToken: 'refresh-2' } }]);
  });

  it('renews the token once for concurrent requests', async () => {
    const { requests } = fakeServer(() => ({ body: renewed }));
    signInFor(60);
    expect(await Promise.all([freshToken(), freshToken(), freshToken()])).toEqual(Array(3).fill(renewed.access_token));
    expect(requests).toHaveLength(1);
  });

  it('takes the token from a tab that renewed it first', async () => {
    const newer = tokenFor(3600);
    lockAfter(() => storage.set('token', newer));
    const { requests } = fakeServer(() => ({ body: renewed }));
    signInFor(60);
    expect(await freshToken()).toBe(newer);
    expect(requests).toEqual([]);
  });

  it('returns the old token and logs a warning without a refresh token', async () => {
    const { requests } = fakeServer(() => ({ status: 400 }));
    const token = signInFor(60, { refreshToken: null });
    expect(await freshToken()).toBe(token);
    expect(requests).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith('The session could not be renewed:', 'there is no refresh token');
    expect(ended).toBe(0);
  });

  it('returns the old token after a failed renewal, and does not retry at once', async () => {
    const { requests } = fakeServer(() => ({ status: 400 }));
    const token = signInFor(60);
    expect([await freshToken(), await freshToken()]).toEqual([token, token]);
    expect(requests).toHaveLength(1);
    unreachableServer();
    expect(await freshToken()).toBe(token);
  });

  it('rejects and stores no token if the user signs out during the renewal', async () => {
    fakeServer(() => {
      storage.purge();
      return { body: renewed };
    });
    signInFor(60);
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    expect(storage.get('token')).toBeNull();
  });
});

describe('freshToken without a usable token', () => {
  it.each([
    ['missing', () => storage.set('email', 'ada@demo.example')],
    ['unreadable', () => (signInFor(3600), storage.set('token', 'opaque'))],
    ['expired', () => void signInFor(-1)],
  ])('ends the session when the token is %s', async (_name, prepare) => {
    const { requests } = fakeServer(() => ({ body: renewed }));
    prepare();
    storage.set('camSidebarCollapsed', 'true');
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    expect(requests).toEqual([]);
    expect(Object.keys(sessionStorage).sort()).toEqual(['cam:isTokenExpired', 'cam:redirectPage']);
    expect(storage.get('isTokenExpired')).toBe('true');
    expect(storage.get('redirectPage')).toBe('/alerts?severity=HIGH');
    expect(ended).toBe(1);
  });

  it('does not affect a sign-in in progress when a late request finds the session ended', async () => {
    signInFor(-1);
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    storage.set('signInVerifier', 'of the next sign-in');
    window.history.replaceState(null, '', '/login');
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    expect(storage.get('signInVerifier')).toBe('of the next sign-in');
    expect(storage.get('redirectPage')).toBe('/alerts?severity=HIGH');
    expect(ended).toBe(1);
  });
});
