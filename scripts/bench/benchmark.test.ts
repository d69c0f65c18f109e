import { median } from './benchmark';

describe('the median', () => {
  it('is the middle value, whatever the order', () => expect(median([9, 1, 5])).toBe(5));
  it('lies between the two middle values of an even count', () => expect(median([1, 2, 4, 100])).toBe(3));
  it('needs at least one value', () => expect(() => median([])).toThrow('at least one value'));
});
