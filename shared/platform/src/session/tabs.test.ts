import { storage } from '../state/storage';
import { receiveFromTab, neighbourTab, sentToTabs } from '../testing/fake-tabs';
import { signInFor, tokenFor } from '../testing/sign-in-values';
import { askOtherTabs, joinTabs } from './tabs';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

let leave: () => void;
const onSignedOut = jest.fn();

beforeEach(() => {
  storage.purge();
  neighbourTab();
  onSignedOut.mockClear();
  leave = joinTabs(onSignedOut);
});
afterEach(() => leave());

describe('new tab', () => {
  it('receives the session values of a signed-in tab', async () => {
    const values = { email: 'ada@demo.example', token: tokenFor(3600), refreshToken: 'r', tokenType: 'Bearer', redirectPage: '/alerts' };
    neighbourTab((message) => message.kind === 'ask' && receiveFromTab({ kind: 'values', values }));
    expect(await askOtherTabs()).toBe(true);
    expect(Object.fromEntries(Object.entries(values).map(([key]) => [key, storage.get(key)]))).toEqual(values);
  });

  it('stays signed out when another tab answers only with an expired token', async () => {
    jest.useFakeTimers();
    neighbourTab((message) => message.kind === 'ask' && receiveFromTab({ kind: 'values', values: { email: 'x', token: tokenFor(-1) } }));
    const answered = askOtherTabs();
    jest.runAllTimers();
    expect(await answered).toBe(false);
    expect(storage.get('token')).toBeNull();
    jest.useRealTimers();
  });
});

describe('signed-in tab', () => {
  it('sends its session values to a tab that asks', () => {
    const token = signInFor(3600);
    receiveFromTab({ kind: 'ask' });
    expect(sentToTabs()).toMatchObject([{ kind: 'values', values: { token, email: 'ada@demo.example', refreshToken: 'refresh-1' } }]);
  });

  it('does not send an expired token', () => {
    signInFor(-1);
    receiveFromTab({ kind: 'ask' });
    expect(sentToTabs()).toEqual([]);
  });

  it('accepts a renewed token of its own user and ignores one of another user', () => {
    const own = signInFor(60);
    receiveFromTab({ kind: 'values', values: { email: 'other@demo.example', token: tokenFor(3600, 'other@demo.example') } });
    expect(storage.get('token')).toBe(own);
    const renewed = tokenFor(3600);
    receiveFromTab({ kind: 'values', values: { email: 'ada@demo.example', token: renewed } });
    expect(storage.get('token')).toBe(renewed);
  });

  it('signs out with the other tabs without a message of its own, and asks for the password next time', () => {
    signInFor(3600);
    receiveFromTab({ kind: 'signed-out', expired: false });
    expect(Object.keys(sessionStorage)).toEqual(['cam:askAnew']);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(sentToTabs()).toEqual([]);
  });
});

describe('signed-out tab', () => {
  it('ignores tokens that it did not request', () => {
    receiveFromTab({ kind: 'values', values: { email: 'ada@demo.example', token: tokenFor(3600) } });
    expect(storage.get('token')).toBeNull();
  });
});
