import { isBroken } from './health';

describe('isBroken', () => {
  it.each([
    ['three of ten users', { days: 10, troubledDays: 3, troubledUsers: 3 }, true],
    ['three of fifteen users', { days: 15, troubledDays: 3, troubledUsers: 3 }, true],
    ['three of sixteen users', { days: 16, troubledDays: 3, troubledUsers: 3 }, false],
    ['both of two users', { days: 2, troubledDays: 2, troubledUsers: 2 }, false],
    ['one user on five days', { days: 5, troubledDays: 5, troubledUsers: 1 }, false],
    ['many of very many users', { days: 10_000, troubledDays: 300, troubledUsers: 200 }, false],
    ['nobody', { days: 0, troubledDays: 0, troubledUsers: 0 }, false],
  ])('a release that failed %s', (_who, health, broken) => {
    expect(isBroken(health)).toBe(broken);
  });
});
