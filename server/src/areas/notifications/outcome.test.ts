import { waitAfter } from './outcome';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('waitAfter grows with each attempt, and returns null after eight attempts over more than a day', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => waitAfter(attempts, { later: true }) ?? 0);
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  expect(waits[0]).toBe(MINUTE / 2);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * HOUR);
  expect(waitAfter(8, { later: true })).toBeNull();
});

it('waitAfter returns null for a permanent refusal', () => {
  expect(waitAfter(1, { later: false })).toBeNull();
});

it("waitAfter follows the receiver's interval, between its own interval and one day", () => {
  expect(waitAfter(1, { later: true, wait: 90_000 })).toBe(90_000);
  expect(waitAfter(1, { later: true, wait: 0 })).toBe(1000);
  expect(waitAfter(4, { later: true, wait: 0 })).toBe(HOUR);
  expect(waitAfter(1, { later: true, wait: 400 * HOUR })).toBe(24 * HOUR);
});
