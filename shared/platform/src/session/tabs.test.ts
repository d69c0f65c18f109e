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

describe('a new tab', () => {
  it('is signed in by another one, with all its values', async () => {
    const values = { email: 'ada@demo.example', token: tokenFor(3600), refreshToken: 'r', tokenType: 'Bearer', redirectPage: '/alerts' };
    neighbourTab((message) => message.kind === 'ask' && receiveFromTab({ kind: 'values', values }));
    expect(await askOtherTabs()).toBe(true);
    expect(Object.fromEntries(Object.entries(values).map(([key]) => [key, storage.get(key)]))).toEqual(values);
  });

  it('stays signed out where nobody answers, or only with a token that has run out', async () => {
    jest.useFakeTimers();
    neighbourTab((message) => message.kind === 'ask' && receiveFromTab({ kind: 'values', values: { email: 'x', token: tokenFor(-1) } }));
    const answered = askOtherTabs();
    jest.runAllTimers();
    expect(await answered).toBe(false);
    expect(storage.get('token')).toBeNull();
    jest.useRealTimers();
  });
});

describe('a tab that is signed in', () => {
  it('answers those who ask', () => {
    const token = signInFor(3600);
    receiveFromTab({ kind: 'ask' });
    expect(sentToTabs()).toMatchObject([{ kind: 'values', values: { token, email: 'ada@demo.example', refreshToken: 'refresh-1' } }]);
  });

  it('keeps to itself a token that has run out', () => {
    signInFor(-1);
    receiveFromTab({ kind: 'ask' });
    expect(sentToTabs()).toEqual([]);
  });

  it("takes the renewed token of its own person and nobody else's", () => {
    const own = signInFor(60);
    receiveFromTab({ kind: 'values', values: { email: 'other@demo.example', token: tokenFor(3600, 'other@demo.example') } });
    expect(storage.get('token')).toBe(own);
    const renewed = tokenFor(3600);
    receiveFromTab({ kind: 'values', values: { email: 'ada@demo.example', token: renewed } });
    expect(storage.get('token')).toBe(renewed);
  });

  it('is signed out with the others without telling them again, and asks for the password next time', () => {
    signInFor(3600);
    receiveFromTab({ kind: 'signed-out', expired: false });
    expect(Object.keys(sessionStorage)).toEqual(['cam:askAnew']);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(sentToTabs()).toEqual([]);
  });
});

describe('a tab that is signed out', () => {
  it('does not take tokens that it did not ask for', () => {
    receiveFromTab({ kind: 'values', values: { email: 'ada@demo.example', token: tokenFor(3600) } });
    expect(storage.get('token')).toBeNull();
  });
});
