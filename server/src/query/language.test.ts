import { parseQuery } from './parser';
import { printQuery } from './print';
import { suggest, type FoundList, type SuggestionSource } from './suggest';
import { typedWordOf } from './typed-word';

/** Offers made from these must read back as the names that they are. */
const NAMES = [
  'ada',
  'Jane Doe',
  'with-access',
  'and',
  'a|b',
  'say "hi"',
  'back\\slash',
  'x*y?',
  'ünï',
  '(',
  'mfa',
  '111',
  '*',
  "'; drop table graph_entity; --",
];

const found = (names: readonly string[], typed: string): FoundList => {
  const fitting = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  return { found: fitting.map((text) => ({ text, count: 1 })), total: fitting.length };
};

const source: SuggestionSource = {
  typeCounts: async () => new Map([['user', 3], ['aws_sqs', 2], ['object_store', 1]]),
  tagKeys: async () => ['env', 'Cost Center', 'team'],
  names: async (_types, typed) => found(NAMES, typed),
  values: async (attribute, _types, typed) => found(['keyage', 'port'].includes(attribute) ? ['22', '90'] : NAMES, typed),
  roles: async (typed) => found(NAMES, typed),
  scopes: async (typed) => found(NAMES, typed),
  viaCounts: async () => new Map([['group', 1], ['role', 2], ['policy', 3]]),
  actions: async (typed) => found(['s3:*', 's3:GetObject', 'storage.objects.get', 'Microsoft.Storage/storageAccounts/read'], typed),
  snapshotDays: async () => ['2026-01-31', '2026-01-30'],
}; // prettier-ignore

/** The same numbers at every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const optionsAfter = async (input: string): Promise<string[]> =>
  (await suggest(typedWordOf(input === '' ? '' : `${input} `), source)).listed.map(({ option }) => option);

/** The last word of a query, as somebody who removes it sees it: a quoted name is one, and so is a list. */
const lastWord = (input: string): string => /(?:"(?:[^"\\]|\\.)*"|[^\s"])+$/.exec(input)?.[0] ?? '';

describe('the language', () => {
  it('offers nothing that leads astray: 10,000 steps at random', async () => {
    const random = randomOf(20261121);
    let input = '';
    let whole = 0;
    for (let step = 0; step < 10_000; step += 1) {
      const options = await optionsAfter(input);
      const option = options[Math.floor(random() * options.length)];
      if (option === undefined || input.split(' ').length > 24) {
        input = '';
        continue;
      }
      // A tag's key and a cloud's own type are begun by what is offered, and somebody types on.
      const written = option === 'tag.' ? 'tag.env' : /^(?:aws|azure|gcp)_$/.test(option) ? `${option}sqs` : option;
      input = input === '' ? written : `${input} ${written}`;
      const { query, error } = parseQuery(input);
      expect([input, error]).toEqual([input, null]);
      if (!query) continue;
      whole += 1;
      expect([input, parseQuery(printQuery(query)).query]).toEqual([input, query]);
    }
    expect(whole).toBeGreaterThan(2000);
  });

  it('is the same after the last word is removed and added again', async () => {
    const random = randomOf(7);
    let input = '';
    for (let step = 0; step < 500; step += 1) {
      const before = await optionsAfter(input);
      const option = before[Math.floor(random() * before.length)];
      if (option === undefined || option.endsWith('_') || option === 'tag.') {
        input = '';
        continue;
      }
      const longer = input === '' ? option : `${input} ${option}`;
      const removed = longer.slice(0, longer.length - lastWord(longer).length).trimEnd();
      expect(removed).toBe(input);
      expect(await optionsAfter(removed)).toEqual(before);
      expect(parseQuery(`${removed} ${option}`.trim())).toEqual(parseQuery(longer));
      input = longer;
    }
  });

  it('takes any text at all without failing, and says where it is wrong', async () => {
    const random = randomOf(42);
    const words = ['user', 'any', 'with-access', 'with-attribute', 'not', '(', ')', 'and', 'or', 'via', 'for', '"', '|', '\\', '> 3', '\u0000', '\u202e', '💥', 'ß', "' or 1=1 --", '*', '\n', '9'.repeat(40)]; // prettier-ignore
    for (let round = 0; round < 3000; round += 1) {
      const input = Array.from({ length: Math.floor(random() * 12) }, () => words[Math.floor(random() * words.length)]).join(
        random() < 0.5 ? ' ' : '',
      );
      const { query, error, missing, states } = parseQuery(input);
      expect([query !== null, error !== null, missing !== null].filter(Boolean)).toHaveLength(1);
      for (const fault of [error, missing]) {
        if (!fault) continue;
        expect(fault.position).toBeGreaterThanOrEqual(0);
        expect(fault.position + fault.length).toBeLessThanOrEqual(input.length);
      }
      expect(states.length).toBeLessThanOrEqual(input.length);
      await suggest(typedWordOf(input), source);
    }
  });

  it.each([
    ['an apostrophe', "O'Neil"],
    ['SQL', "x'); drop table graph_entity; --"],
    ['a wildcard of SQL', '100%_'],
    ['control characters', 'a\u0007\u001b[31mb'],
    ['text that runs from right to left', 'שלום\u202eevil'],
    ['100 KB', 'n'.repeat(100_000)],
    ['a keyword', 'with-access any'],
  ])('takes %s in quotes as a name and nothing else', (_what, name) => {
    const { query } = parseQuery(`user "${name}"`);
    expect(query?.expression).toMatchObject({ kind: 'statement', verb: null, subjects: [{ names: [{ text: name, quoted: true }] }] });
  });

  it('gives up on brackets and questions without end instead of running out of stack', () => {
    expect(parseQuery('('.repeat(50_000)).error?.message).toContain('Brackets');
    expect(parseQuery(Array.from({ length: 5000 }, () => 'user').join(' or ')).error?.message).toContain('questions');
  });
});
