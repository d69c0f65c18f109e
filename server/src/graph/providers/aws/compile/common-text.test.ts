import { commonText } from './common-text';
import { matchesWildcard } from '../../../engine/wildcard';

describe('commonText', () => {
  it.each([
    ['a/*', '*.txt'],
    ['a?c', 'ab*'],
    ['*x*', '*y*'],
    ['abc', 'abc'],
    ['??', '*b'],
    ['a*b*c', 'a?b?c'],
    ['*', 'x'],
  ])('returns a text that matches both %s and %s', (one, other) => {
    const text = commonText(one, other, '~~') ?? '';
    expect([matchesWildcard(one, text), matchesWildcard(other, text)]).toEqual([true, true]);
  });

  it.each([
    ['a*', 'b*'],
    ['*.txt', '*.jpg'],
    ['a', 'aa'],
    ['?', ''],
    ['a?', 'a'],
  ])('returns null if no text matches both %s and %s', (one, other) => {
    expect(commonText(one, other, '~~')).toBeNull();
  });

  it('ends in bounded time, even with patterns that cause backtracking', () => {
    expect(commonText('*a'.repeat(200), `${'*b'.repeat(200)}c`, '~')).toBeNull();
  });
});
