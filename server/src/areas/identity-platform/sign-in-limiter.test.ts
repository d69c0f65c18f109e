import { SignInLimiter } from './sign-in-limiter';

const MINUTE = 60_000;
let now: number;
let limiter: SignInLimiter;
beforeEach(() => {
  now = 0;
  limiter = new SignInLimiter(() => now);
});

/** Begins sign-ins that fail, and returns the wait of each, in minutes. */
const fail = (times: number, account = 'ann', address = '192.0.2.1'): (number | null)[] =>
  Array.from({ length: times }, () => {
    const { retryAfter } = limiter.admit(account, address);
    return retryAfter === null ? null : retryAfter / MINUTE;
  });

it('admits five failed sign-ins of an account from one address, and then lets it wait, also if all begin at once', () => {
  expect(fail(7)).toEqual([null, null, null, null, null, 1, 1]);
});

it('doubles the wait with each further failure, up to 15 minutes', () => {
  fail(5);
  const waits = [1, 2, 4, 8, 15, 15].map((minutes) => {
    const [wait] = fail(1);
    now += minutes * MINUTE;
    fail(1);
    return wait;
  });
  expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
});

it('forgets failures after an hour without another one', () => {
  fail(5);
  now += 61 * MINUTE;
  expect(fail(5)).toEqual([null, null, null, null, null]);
});

it('starts over after a success', () => {
  fail(4);
  const admission = limiter.admit('ann', '192.0.2.1');
  if (admission.retryAfter === null) admission.succeeded();
  expect(fail(6)).toEqual([null, null, null, null, null, 1]);
});

it('does not lock the owner out because a stranger failed from another address', () => {
  fail(10, 'ann', '198.51.100.9');
  expect(fail(1)).toEqual([null]);
});

it('limits one account from many addresses, and one address for many accounts', () => {
  for (let address = 0; address < 50; address++) fail(1, 'ann', `198.51.100.${address}`);
  expect(fail(1)).toEqual([1]);
  for (let account = 0; account < 100; account++) fail(1, `user-${account}`, '203.0.113.5');
  expect(fail(1, 'bob', '203.0.113.5')).toEqual([1]);
  expect(fail(1, 'bob', '203.0.113.6')).toEqual([null]);
});

it('does not count successful sign-ins against an address', () => {
  for (let user = 0; user < 200; user++) {
    const admission = limiter.admit(`user-${user}`, '203.0.113.5');
    if (admission.retryAfter === null) admission.succeeded();
  }
  expect(fail(1, 'bob', '203.0.113.5')).toEqual([null]);
});

it('forgets only the oldest failures when there are too many', () => {
  fail(5, 'old', '192.0.2.7');
  fail(5);
  // Each of these comes from an address of its own.
  for (let other = 0; other < 9_999; other++) limiter.admit(`other-${other}`, `2001:db8::${other.toString(16)}`);
  expect(fail(1)).toEqual([1]);
  expect(fail(1, 'old', '192.0.2.7')).toEqual([null]);
});
