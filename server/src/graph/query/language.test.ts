import type { Statement } from './ast';
import { splitWords } from './lexer';
import { DEFAULT_STAGES } from '../store/stages';
import { parseQuery } from './parse-query';
import { printQuery } from './print';
import { suggest, type FoundList, type SuggestionSource } from './suggest';
import { textMatches } from './sql-conditions';
import { typedWordOf } from './typed-word';
import { edgeConditions, pathConditions } from './path-conditions';
import { WordReader } from './word-reader';

/** Options built from these names must parse back to the same names. */
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

/** Counts the lookups. */
class CountedSource implements SuggestionSource {
  lookups = 0;
  typeCounts = () => this.#counted(source.typeCounts());
  tagKeys = (types: readonly string[] | null) => this.#counted(source.tagKeys(types));
  names = (types: readonly string[], typed: string) => this.#counted(source.names(types, typed));
  values = (attribute: string, types: readonly string[] | null, typed: string) => this.#counted(source.values(attribute, types, typed));
  roles = (typed: string) => this.#counted(source.roles(typed));
  scopes = (typed: string) => this.#counted(source.scopes(typed));
  viaCounts = (of: Statement) => this.#counted(source.viaCounts(of));
  actions = (typed: string) => this.#counted(source.actions(typed));
  snapshotDays = () => this.#counted(source.snapshotDays());

  #counted<T>(answer: T): T {
    this.lookups += 1;
    return answer;
  }
}

/** A text that counts how many of its characters are read one by one. */
class CountedText extends String {
  read = 0;

  override charAt(index: number): string {
    this.read += 1;
    return super.charAt(index);
  }
}

/** Counts the nodes of a tree of conditions. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const node = 'toOperationNode' in value ? (value as { toOperationNode: () => unknown }).toOperationNode() : value;
  return Object.values(node as object).reduce<number>((sum, part) => sum + sizeOf(part), 1);
}

/** Returns the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const optionsAfter = async (input: string): Promise<string[]> =>
  (await suggest(typedWordOf(input === '' ? '' : `${input} `), source)).listed.map(({ option }) => option);

/** Returns the last word of a query, as removal treats it: a quoted name or a list is one word. */
const lastWord = (input: string): string => /(?:"(?:[^"\\]|\\.)*"|[^\s"])+$/.exec(input)?.[0] ?? '';

describe('the query language', () => {
  it('suggests only valid words in 10,000 random steps', async () => {
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
      // Tag keys and cloud-specific types are suggested as prefixes that the user completes.
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

  it('gives the same result after the last word is removed and added again', async () => {
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

  it('parses any text without an exception and locates the error', async () => {
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
  ])('reads %s in quotes as a name only', (_what, name) => {
    const { query } = parseQuery(`user "${name}"`);
    expect(query?.expression).toMatchObject({ kind: 'statement', verb: null, subjects: [{ names: [{ text: name, quoted: true }] }] });
  });

  it('rejects endless parentheses and statements instead of overflowing the stack', () => {
    expect(parseQuery('('.repeat(50_000)).error?.message).toContain('Parentheses');
    expect(parseQuery(Array.from({ length: 5000 }, () => 'user').join(' or ')).error?.message).toContain('statements');
  });

  it('parses and suggests in work proportional to the length of the text', async () => {
    const random = randomOf(99);
    const words = ['user', 'any', 'with-access', 'with-attribute', 'name', 'a|b|c', 'not', '(', ')', 'and', 'or', 'via', 'role', 'for', 'read', '"', '"x y"', '|||', '\\', 'with-role', 'x', '> 3', '\u202e', '💥']; // prettier-ignore
    const readerSpies = (['word', 'peek', 'is', 'isFree', 'take', 'expect', 'alternatives'] as const).map((method) =>
      jest.spyOn(WordReader.prototype, method),
    );
    try {
      for (let round = 0; round < 400; round += 1) {
        const text = Array.from({ length: 1 + Math.floor(random() * 400) }, () => words[Math.floor(random() * words.length)]).join(' ');
        const input = round % 2 === 0 ? text : `user ${'with-access any via role for read or '.repeat(1 + (round % 40))}${text}`;
        const counted = new CountedText(input);
        const count = splitWords(counted as unknown as string).words.length;
        expect(counted.read).toBeLessThanOrEqual(6 * input.length);
        readerSpies.forEach((spy) => spy.mockClear());
        parseQuery(input);
        // Each word is compared with the few places where it may stand.
        expect(readerSpies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThanOrEqual(40 * (count + 1));
        const counting = new CountedSource();
        const { listed } = await suggest(typedWordOf(input), counting);
        expect(counting.lookups).toBeLessThanOrEqual(6);
        expect(listed.length).toBeLessThanOrEqual(20);
      }
    } finally {
      readerSpies.forEach((spy) => spy.mockRestore());
    }
  });

  it('limits the number of clauses, roles and privileges', () => {
    const faultOf = (input: string) => parseQuery(input).error?.message ?? '';
    const access = 'user with-access any ';
    expect(faultOf(access + 'via role '.repeat(300))).toContain('at most 12 clauses');
    expect(faultOf(access + 'with-role a '.repeat(300))).toContain('at most 3 roles');
    expect(faultOf(`${access}for read${' and write'.repeat(300)}`)).toContain('at most 12 privileges');
    const largest = parseQuery(`${access}${'with-role a '.repeat(3)}${'via role '.repeat(8)}for read${' or write'.repeat(11)}`).query?.expression;
    if (largest?.kind !== 'statement') throw new Error('not read');
    const scope = {
      tenantId: 't',
      accountId: null,
      accounts: [],
      snapshotId: null,
      now: new Date(),
      among: null,
      window: null,
      shared: null,
      repeatsObject: false,
      kept: null,
      eventsSince: null,
      named: [],
      pending: [],
      within: null,
      stages: DEFAULT_STAGES,
    };
    // The alternatives multiply by the place of each hop and by how each role is held.
    expect(sizeOf([...pathConditions(largest.clauses, scope), ...edgeConditions(largest.clauses, scope)])).toBeLessThan(60_000);
  });

  it('compares a name with a pattern in steps proportional to their lengths', () => {
    const name = `${'a'.repeat(2000)}c`;
    expect(textMatches(name, { text: `${'*a'.repeat(500)}b`, quoted: false })).toBe(false);
    expect(textMatches(name, { text: `${'*a?'.repeat(300)}*c`, quoted: false })).toBe(true);
    expect(['Prod-EU', 'prod', 'xprod', ''].map((text) => textMatches(text, { text: 'prod*', quoted: false }))).toEqual([true, true, false, false]);
  });
});
