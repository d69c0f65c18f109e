import { commonText } from './common-text';
import { matchesWildcard } from '../../../engine/wildcard';

describe('a text that two patterns match', () => {
  it.each([
    ['a/*', '*.txt'],
    ['a?c', 'ab*'],
    ['*x*', '*y*'],
    ['abc', 'abc'],
    ['??', '*b'],
    ['a*b*c', 'a?b?c'],
    ['*', 'x'],
  ])('is found for %s and %s', (one, other) => {
    const text = commonText(one, other, '~~') ?? '';
    expect([matchesWildcard(one, text), matchesWildcard(other, text)]).toEqual([true, true]);
  });

  it.each([
    ['a*', 'b*'],
    ['*.txt', '*.jpg'],
    ['a', 'aa'],
    ['?', ''],
    ['a?', 'a'],
  ])('is not there for %s and %s', (one, other) => {
    expect(commonText(one, other, '~~')).toBeNull();
  });

  it('is looked for in bounded time', () => {
    expect(commonText('*a'.repeat(200), `${'*b'.repeat(200)}c`, '~')).toBeNull();
  });
});
