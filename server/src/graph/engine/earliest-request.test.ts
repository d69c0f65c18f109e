import { earliestRequest } from './earliest-request';

afterEach(() => jest.useRealTimers());

it('the earliest request stays the same all day, and moves with the day while the server runs', () => {
  const at = (now: string): string => {
    jest.useFakeTimers({ now: new Date(now) });
    return new Date(earliestRequest()).toISOString();
  };
  expect(at('2026-03-10T00:00:00Z')).toBe('2026-03-08T00:00:00.000Z');
  expect(at('2026-03-10T23:59:59Z')).toBe('2026-03-08T00:00:00.000Z');
  expect(at('2026-04-01T00:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
});
