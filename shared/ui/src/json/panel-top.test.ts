import { clampTop, defaultTop, topAfterKey } from './panel-top';

describe('top edge of the JSON panel', () => {
  it('starts in the middle of the window', () => expect(defaultTop(900)).toBe(450));

  it('stays at least 80 pixels from the top and the bottom of the window', () => {
    expect(clampTop(-500, 900)).toBe(80);
    expect(clampTop(5000, 900)).toBe(820);
    expect(clampTop(50, 100)).toBe(80);
  });

  it('moves with the keys of the ARIA window splitter, and ignores other keys', () => {
    expect(topAfterKey('ArrowUp', 450, 900)).toBe(426);
    expect(topAfterKey('PageDown', 450, 900)).toBe(675);
    expect(topAfterKey('Home', 450, 900)).toBe(80);
    expect(topAfterKey('End', 450, 900)).toBe(820);
    expect(topAfterKey('Enter', 80, 900)).toBe(450);
    expect(topAfterKey('x', 450, 900)).toBeNull();
  });
});
