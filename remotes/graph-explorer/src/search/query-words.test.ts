import { removeLastWord, appendWord, splitWords } from './query-words';

describe('the words of a query', () => {
  it('are separated by blanks, with quoted names and lists unbroken and brackets as words', () => {
    expect(splitWords('(user "Jane \\"J\\" Doe"|bob) and  with-access any')).toEqual([
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
    'are the same after the last one of %s is removed and appended again',
    (query) => expect(splitWords(appendWord(removeLastWord(query), splitWords(query).at(-1) ?? ''))).toEqual(splitWords(query)),
  );
  it('are empty after the only one is removed', () => expect(removeLastWord('user')).toBe(''));
});
