import { withoutLastWord, withWord, wordsOf } from './words';

describe('the words of a query', () => {
  it('are split at blanks, quoted names and lists stay whole, brackets stand alone', () => {
    expect(wordsOf('(user "Jane \\"J\\" Doe"|bob) and  with-access any')).toEqual([
      '(',
      'user',
      '"Jane \\"J\\" Doe"|bob',
      ')',
      'and',
      'with-access',
      'any',
    ]);
  });
  it.each(['user', 'user "Jane Doe"', 'user with-access any for read|write', '(user or group)', 'user "never closed'])(
    'come back when the last one of %s is removed and added again',
    (query) => expect(wordsOf(withWord(withoutLastWord(query), wordsOf(query).at(-1) ?? ''))).toEqual(wordsOf(query)),
  );
  it('are none where nothing is left', () => expect(withoutLastWord('user')).toBe(''));
});
