import { quoteName, splitWords } from './lexer';
import { isReserved } from './vocabulary';

const raw = (input: string) => splitWords(input).words.map(({ raw: word }) => word);

describe('the words of an input', () => {
  it('are split at blanks outside quotes; brackets stand alone', () => {
    expect(raw('  (user  "a (b) c")\tand x|"y z"|w ')).toEqual(['(', 'user', '"a (b) c"', ')', 'and', 'x|"y z"|w']);
  });

  it('know their place, and whether the last one is still being typed', () => {
    expect(splitWords('user ada').words.map(({ position }) => position)).toEqual([0, 5]);
    expect([splitWords('user ada').isLastWordOpen, splitWords('user ada ').isLastWordOpen, splitWords('(').isLastWordOpen]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('say what is missing in them', () => {
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

  it('take a quote in the middle of a word as it stands', () => {
    expect(splitWords('5"disk').words[0]).toMatchObject({ segments: [{ text: '5"disk', quoted: false }], fault: null });
  });
});

describe('a name', () => {
  it.each(['ada', 'Mae West', 'a|b', 'say "hi"', 'with-care', 'ANY', 'region', 'a*', 'x\\y', '(a)'])('is read back as it was written: %s', (name) => {
    const [word] = splitWords(quoteName(name, isReserved)).words;
    expect(word).toMatchObject({ fault: null, segments: [{ text: name }] });
  });

  it('is quoted only where it must be', () => {
    expect([quoteName('ada', isReserved), quoteName('jane.doe@x', isReserved)]).toEqual(['ada', 'jane.doe@x']);
  });
});
