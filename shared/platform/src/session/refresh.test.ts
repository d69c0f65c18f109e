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

describe('a token with time left', () => {
  it('is used as it is from 1800 s on', async () => {
    const { asked } = fakeServer(() => ({ body: renewed }));
    const token = signInFor(1801);
    expect(await freshToken()).toBe(token);
    expect(asked).toEqual([]);
  });

  it('is renewed below 1800 s, under the lock of all tabs, and told to them', async () => {
    const { names } = lockAfter();
    const { asked } = fakeServer(() => ({ body: renewed }));
    signInFor(1799);
    expect(await freshToken()).toBe(renewed.access_token);
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/v1/tenants/users/auth/token', { grant_type: 'refresh_token', refresh_token: 'refresh-1' }],
    ]);
    expect(names).toEqual(['cam-refresh']);
    expect(storage.get('refreshToken')).toBe('refresh-2');
    expect(sentToTabs()).toMatchObject([{ kind: 'values', values: { token: renewed.access_token, refreshToken: 'refresh-2' } }]);
  });

  it('is renewed once, however many requests need it', async () => {
    const { asked } = fakeServer(() => ({ body: renewed }));
    signInFor(60);
    expect(await Promise.all([freshToken(), freshToken(), freshToken()])).toEqual(Array(3).fill(renewed.access_token));
    expect(asked).toHaveLength(1);
  });

  it('is taken from the tab that was faster', async () => {
    const theirs = tokenFor(3600);
    lockAfter(() => storage.set('token', theirs));
    const { asked } = fakeServer(() => ({ body: renewed }));
    signInFor(60);
    expect(await freshToken()).toBe(theirs);
    expect(asked).toEqual([]);
  });

  it('goes on being used where it cannot be renewed: without a refresh token, refused, offline', async () => {
    const { asked } = fakeServer(() => ({ status: 400 }));
    const token = signInFor(60, { refreshToken: null });
    expect(await freshToken()).toBe(token);
    expect(asked).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith('The session could not be renewed:', 'there is no refresh token');
    expect(ended).toBe(0);
  });

  it('is not asked for again at once after a refusal', async () => {
    const { asked } = fakeServer(() => ({ status: 400 }));
    const token = signInFor(60);
    expect([await freshToken(), await freshToken()]).toEqual([token, token]);
    expect(asked).toHaveLength(1);
    unreachableServer();
    expect(await freshToken()).toBe(token);
  });

  it('is not brought back where somebody signed out while it was renewed', async () => {
    fakeServer(() => {
      storage.purge();
      return { body: renewed };
    });
    signInFor(60);
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    expect(storage.get('token')).toBeNull();
  });
});

describe('a token that is of no use', () => {
  it.each([
    ['missing', () => storage.set('email', 'ada@demo.example')],
    ['unreadable', () => (signInFor(3600), storage.set('token', 'opaque'))],
    ['expired', () => void signInFor(-1)],
  ])('ends the session when it is %s', async (_name, prepare) => {
    const { asked } = fakeServer(() => ({ body: renewed }));
    prepare();
    storage.set('camSidebarCollapsed', 'true');
    await expect(freshToken()).rejects.toBeInstanceOf(SessionEnded);
    expect(asked).toEqual([]);
    expect(Object.keys(sessionStorage).sort()).toEqual(['cam:isTokenExpired', 'cam:redirectPage']);
    expect(storage.get('isTokenExpired')).toBe('true');
    expect(storage.get('redirectPage')).toBe('/alerts?severity=HIGH');
    expect(ended).toBe(1);
  });

  it('does not disturb the next sign-in when a slow request finds it out too', async () => {
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
