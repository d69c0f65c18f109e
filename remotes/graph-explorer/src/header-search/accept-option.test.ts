import { acceptOption, moveFocus } from './accept-option';

describe('accepting a suggestion', () => {
  it('replaces the word at the cursor', () => {
    expect(acceptOption('user with-a', 'with-a', 'with-access')).toBe('user with-access ');
    expect(acceptOption('us', 'us', 'user')).toBe('user ');
  });

  it('appends a word after a blank, and after a bracket without a blank', () => {
    expect(acceptOption('user ', '', 'with-access')).toBe('user with-access ');
    expect(acceptOption('user', '', 'with-access')).toBe('user with-access ');
    expect(acceptOption('(', '', 'user')).toBe('(user ');
  });
});

describe('the arrow keys', () => {
  it('wrap around at both ends', () => {
    expect([moveFocus(-1, 1, 3), moveFocus(2, 1, 3), moveFocus(0, -1, 3), moveFocus(-1, -1, 3), moveFocus(0, 1, 0)]).toEqual([0, 0, 2, 2, -1]);
  });
});
