import { median } from './benchmark';

describe('the median', () => {
  it('is the middle value, whatever the order', () => expect(median([9, 1, 5])).toBe(5));
  it('lies between the two middle values of an even count', () => expect(median([1, 2, 4, 100])).toBe(3));
  it('does not exist for nothing', () => expect(() => median([])).toThrow('nothing'));
});
