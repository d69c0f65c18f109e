import { quoteName, splitWords } from './lexer';
import { isReserved } from './vocabulary';

const raw = (input: string) => splitWords(input).words.map(({ raw: word }) => word);

describe('splitWords', () => {
  it('splits at blanks outside quotes, and treats parentheses as words', () => {
    expect(raw('  (user  "a (b) c")\tand x|"y z"|w ')).toEqual(['(', 'user', '"a (b) c"', ')', 'and', 'x|"y z"|w']);
  });

  it('returns the position of each word, and whether the last one is still open', () => {
    expect(splitWords('user ada').words.map(({ position }) => position)).toEqual([0, 5]);
    expect([splitWords('user ada').isLastWordOpen, splitWords('user ada ').isLastWordOpen, splitWords('(').isLastWordOpen]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('returns the fault of a malformed word', () => {
    const fault = (input: string) => splitWords(input).words.at(-1)?.fault;
    expect(['a', '"a b"', '"a b', 'a|', 'a|b|', 'a||b', '|a', '"a"b', '"a\\" b"'].map(fault)).toEqual([
      null,
      null,
      'open-quote',
      'open-list',
      'open-list',
      'empty-alternative',
      'empty-alternative',
      'text-after-quote',
      null,
    ]);
  });

  it('reads a quote inside a word literally', () => {
    expect(splitWords('5"disk').words[0]).toMatchObject({ segments: [{ text: '5"disk', quoted: false }], fault: null });
  });
});

describe('quoteName', () => {
  it.each(['ada', 'Mae West', 'a|b', 'say "hi"', 'with-care', 'ANY', 'region', 'a*', 'x\\y', '(a)'])(
    'returns text that parses back to the same name: %s',
    (name) => {
      const [word] = splitWords(quoteName(name, isReserved)).words;
      expect(word).toMatchObject({ fault: null, segments: [{ text: name }] });
    },
  );

  it('adds quotes only where they are necessary', () => {
    expect([quoteName('ada', isReserved), quoteName('jane.doe@x', isReserved)]).toEqual(['ada', 'jane.doe@x']);
  });
});
