import { median } from './benchmark';

describe('median', () => {
  it('returns the middle value in any order', () => expect(median([9, 1, 5])).toBe(5));
  it('returns the mean of the two middle values of an even count', () => expect(median([1, 2, 4, 100])).toBe(3));
  it('throws without values', () => expect(() => median([])).toThrow('at least one value'));
});
