import { waitAfter } from './send';

const HOUR = 3_600_000;

it('tries for three days, then gives up', () => {
  let sum = 0;
  let attempts = 0;
  for (;;) {
    attempts += 1;
    const wait = waitAfter(attempts, { isOver: false, wait: null });
    if (wait === null) break;
    sum += wait;
  }
  expect(attempts).toBe(11);
  expect(sum / HOUR).toBeGreaterThan(72);
});

it('follows a requested wait within a day, and gives up at once if the receiver wants no more', () => {
  expect(waitAfter(1, { isOver: false, wait: 90_000 })).toBe(90_000);
  expect(waitAfter(1, { isOver: false, wait: 1 })).toBe(5000);
  expect(waitAfter(1, { isOver: false, wait: 100 * HOUR })).toBe(24 * HOUR);
  expect(waitAfter(1, { isOver: true, wait: null })).toBeNull();
});
