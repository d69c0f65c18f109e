import { clampTop, defaultTop, topAfterKey } from './panel-top';

describe('the upper edge of the panel', () => {
  it('stands in the middle at first', () => expect(defaultTop(900)).toBe(450));

  it('leaves 80 pixels above the panel and 80 of the panel', () => {
    expect(clampTop(-500, 900)).toBe(80);
    expect(clampTop(5000, 900)).toBe(820);
    expect(clampTop(50, 100)).toBe(80);
  });

  it('moves by the keys of a splitter and by no others', () => {
    expect(topAfterKey('ArrowUp', 450, 900)).toBe(426);
    expect(topAfterKey('PageDown', 450, 900)).toBe(675);
    expect(topAfterKey('Home', 450, 900)).toBe(80);
    expect(topAfterKey('End', 450, 900)).toBe(820);
    expect(topAfterKey('Enter', 80, 900)).toBe(450);
    expect(topAfterKey('x', 450, 900)).toBeNull();
  });
});
