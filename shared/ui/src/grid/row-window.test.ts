import { ROW_HEIGHT, rowWindow } from './row-window';

const FRAME = 560;

it('rowWindow covers the viewport with fewer than 50 rows, regardless of the number of rows', () => {
  for (const top of [0, 3, 17, 50_000, 99_990]) {
    const { first, end, before, after } = rowWindow(100_000, top * ROW_HEIGHT, FRAME);
    expect(first).toBeLessThanOrEqual(top);
    expect(end).toBeGreaterThanOrEqual(Math.min(100_000, top + FRAME / ROW_HEIGHT));
    expect(end - first).toBeLessThan(50);
    expect(before + (end - first) * ROW_HEIGHT + after).toBe(100_000 * ROW_HEIGHT);
  }
});

it('rowWindow does not change while the user scrolls by a few rows', () => {
  expect(rowWindow(1000, 100 * ROW_HEIGHT, FRAME)).toEqual(rowWindow(1000, 104 * ROW_HEIGHT, FRAME));
});

it('rowWindow returns the last rows when the scroll position is beyond the end', () => {
  expect(rowWindow(3, 90_000, FRAME)).toMatchObject({ first: 0, end: 3, before: 0, after: 0 });
});
