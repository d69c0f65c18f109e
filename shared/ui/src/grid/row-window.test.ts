import { ROW_HEIGHT, rowWindow } from './row-window';

const FRAME = 560;

it('draws what is in sight and a little beyond, however many rows there are', () => {
  for (const top of [0, 3, 17, 50_000, 99_990]) {
    const { first, end, before, after } = rowWindow(100_000, top * ROW_HEIGHT, FRAME);
    expect(first).toBeLessThanOrEqual(top);
    expect(end).toBeGreaterThanOrEqual(Math.min(100_000, top + FRAME / ROW_HEIGHT));
    expect(end - first).toBeLessThan(50);
    expect(before + (end - first) * ROW_HEIGHT + after).toBe(100_000 * ROW_HEIGHT);
  }
});

it('stays while somebody scrolls by a row', () => {
  expect(rowWindow(1000, 100 * ROW_HEIGHT, FRAME)).toEqual(rowWindow(1000, 104 * ROW_HEIGHT, FRAME));
});

it('draws the last rows where fewer are left than were scrolled past', () => {
  expect(rowWindow(3, 90_000, FRAME)).toMatchObject({ first: 0, end: 3, before: 0, after: 0 });
});
