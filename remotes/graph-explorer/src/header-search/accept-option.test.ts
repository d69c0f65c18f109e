import { acceptAtCaret, acceptOption, moveFocus } from './accept-option';

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

describe('accepting a suggestion in the middle of the text', () => {
  it('replaces the word around the caret and keeps what stands behind it', () => {
    expect(acceptAtCaret('user with-ac any', 'user with-'.length, 'with-', 'with-access')).toEqual({
      input: 'user with-access any',
      caret: 'user with-access '.length,
    });
  });

  it('inserts a word between two others', () => {
    expect(acceptAtCaret('user with-access any', 'user '.length, '', 'with-usage')).toEqual({
      input: 'user with-usage with-access any',
      caret: 'user with-usage '.length,
    });
  });
});

describe('the arrow keys', () => {
  it('wrap around at both ends', () => {
    expect([moveFocus(-1, 1, 3), moveFocus(2, 1, 3), moveFocus(0, -1, 3), moveFocus(-1, -1, 3), moveFocus(0, 1, 0)]).toEqual([0, 0, 2, 2, -1]);
  });
});
