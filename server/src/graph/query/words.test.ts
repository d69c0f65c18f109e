import examples from './examples.json';
import { parseQuery } from './parse-query';
import { linesOf, openQuestionsOf } from './words';

const queryOf = (text: string) => {
  const { query } = parseQuery(text);
  if (!query) throw new Error(`no query: ${text}`);
  return query;
};
const drawn = (text: string): string[] => linesOf(queryOf(text)).map(({ depth, words }) => `${'  '.repeat(depth)}${words}`);

describe('a query in words', () => {
  it('has a line for each part, below the part that it belongs to', () => {
    expect(drawn('user with-attribute mfa false with-access object_store with-attribute public true for write via group Developers')).toEqual([
      'users',
      '  that have no MFA',
      '  can access object stores',
      '    that are public',
      '  with write privileges',
      '  through groups named Developers',
    ]);
  });

  it('shows what is combined', () => {
    expect(drawn('user with-access keystore or role with-usage never')).toEqual([
      'any of these',
      '  users',
      '    can access key stores',
      '  roles',
      '    were never active',
    ]);
  });

  it('says what is not asked, and only that', () => {
    expect(openQuestionsOf(queryOf('user with-access object_store'))).toHaveLength(5);
    expect(openQuestionsOf(queryOf('user with-attribute accountid 1 with-access any for read via group with-usage > 90'))).toEqual([
      'Access under conditions counts too.',
      'It asks about the latest snapshots.',
    ]);
  });

  it.each(examples.map(({ query }) => query))(
    'has words in each line, and the text of the query but where it repeats the identities: %s',
    (query) => {
      const lines = linesOf(queryOf(query));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter(({ words }) => words === '')).toEqual([]);
      expect(lines.filter(({ words, text }) => text === '' && words !== 'the same identities')).toEqual([]);
    },
  );
});
