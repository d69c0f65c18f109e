import { parseQuery } from './parse-query';
import { suggest, type SuggestionSource } from './suggest';
import { typedWordOf } from './typed-word';

const NAMES = ['ada', 'Anders Holm', 'brand', 'jane.doe', 'with-care'];
const list = (all: readonly string[], typed: string) => {
  const found = all.filter((text) => text.toLowerCase().includes(typed.toLowerCase())).map((text) => ({ text, count: 1 }));
  return Promise.resolve({ found: found.slice(0, 20), total: found.length });
};
const source: SuggestionSource = {
  typeCounts: () =>
    Promise.resolve(
      new Map([
        ['user', 12],
        ['aws_sqs', 3],
      ]),
    ),
  tagKeys: () => Promise.resolve(['env', 'with blank']),
  names: (_types, typed) => list(NAMES, typed),
  values: (attribute, _types, typed) => list(attribute === 'keyage' ? ['12', '400'] : ['eu-west-1', 'us-east-1'], typed),
  roles: (typed) => list(['Key Vault Reader', 'reader'], typed),
  scopes: (typed) => list(['/subscriptions/1'], typed),
  viaCounts: ({ subjects, verb }) =>
    Promise.resolve(
      new Map([
        ['role', subjects[0]?.types === null ? 9 : verb?.kind === 'access' && verb.object.types?.[0] === 'disk' ? 2 : 4],
        ['policy', 12],
      ]),
    ),
  actions: (typed) => list(['s3:*', 's3:GetObject'], typed),
  snapshotDays: () => Promise.resolve(['2026-01-31']),
};
const optionsOf = async (input: string) => (await suggest(typedWordOf(input), source)).listed.map(({ option }) => option);

describe('suggestions', () => {
  it('starts a query with types and their counts, then keywords', async () => {
    const { listed, total } = await suggest(typedWordOf(''), source);
    expect(listed.slice(0, 7).map(({ option }) => option)).toEqual([
      'federated_group',
      'federated_user',
      'group',
      'person',
      'role',
      'service_account',
      'user',
    ]);
    expect(listed.find(({ option }) => option === 'user')).toMatchObject({ kind: 'type', count: 12 });
    expect(listed.slice(-3).map(({ option }) => option)).toEqual(['(', 'any', 'not']);
    expect(listed).toHaveLength(20);
    expect(total).toBeGreaterThan(20);
  });

  it('filters by prefix, or by substring if no prefix matches', async () => {
    expect(await optionsOf('us')).toEqual(['user']);
    expect(await optionsOf('store')).toEqual(['keystore', 'object_store']);
    expect(await optionsOf('aws')).toEqual(['aws_sqs']);
    expect(await optionsOf('user with-')).toEqual(['with-access', 'with-attribute', 'with-role', 'with-scope', 'with-usage', '"with-care"']);
  });

  it('lists the types on the paths of the subjects, with counts', async () => {
    const counted = async (input: string) => (await suggest(typedWordOf(input), source)).listed.map(({ option, count }) => `${option} ${count}`);
    expect(await counted('user with-access any via ')).toEqual(['policy 12', 'role 4', 'any null']);
    expect(await counted('any with-access any via ro')).toEqual(['role 9']);
    expect(await counted('user with-access disk via ro')).toEqual(['role 2']);
    expect(await optionsOf('user with-role key')).toEqual(['"Key Vault Reader"']);
    expect(await optionsOf('user with-scope ')).toEqual(['/subscriptions/1']);
  });

  it('puts an exact match first', async () => {
    expect((await optionsOf('user and'))[0]).toBe('and');
  });

  it('quotes names that would be read as something else', async () => {
    expect(await optionsOf('user an')).toEqual(['"Anders Holm"', 'and', 'brand', 'jane.doe']);
    expect(await optionsOf('user "Anders')).toEqual(['"Anders Holm"']);
    expect(await optionsOf('user with-c')).toEqual(['"with-care"']);
  });

  it('completes the last alternative of a list', async () => {
    expect(await optionsOf('user|gro')).toEqual(['group']);
    expect(await optionsOf('user ada|br')).toEqual(['brand']);
    expect(await optionsOf('user with-access any for read|')).toEqual(['admin', 'list', 'permissions', 'read', 'sensitive', 'tagging', 'write']);
  });

  it('lists the attributes of the type and the tags that need no quotes', async () => {
    const options = await optionsOf('keystore with-attribute ');
    expect(options).toContain('encrypted');
    expect(options).not.toContain('mfa');
    expect(await optionsOf('user with-attribute tag')).toEqual(['tag.env']);
  });

  it('lists operators for numbers and dates, and values for other attributes', async () => {
    expect(await optionsOf('user with-attribute keyage ')).toEqual(['=', '!=', '>', '<', '>=', '<=', '12', '400']);
    expect(await optionsOf('user with-attribute mfa ')).toEqual(['false', 'true']);
    expect(await optionsOf('user with-attribute region ')).toEqual(['eu-west-1', 'us-east-1']);
  });

  it('lists the common next words, and the others once their prefix is typed', async () => {
    expect(await optionsOf('user with-access any ')).toEqual([
      'and',
      'for',
      'not',
      'or',
      'via',
      'with-attribute',
      'with-role',
      'with-scope',
      'with-usage',
    ]);
    expect(await optionsOf('user with-access any as')).toEqual(['as-of']);
    expect(await optionsOf('user with-access any for admin ')).toEqual(['and', 'or', 'via', 'with-usage']);
    expect(await optionsOf('user with-access any for xaccount ')).toEqual(['cross', 'known', 'public', 'same', 'unknown']);
    expect(await optionsOf('user with-access any with-usage ')).toEqual(['>', '<', 'never']);
    expect(await optionsOf('user with-access any with-usage > ')).toEqual(['0', '1', '7', '30', '60', '90']);
    expect(await optionsOf('user as-of ')).toEqual(['2026-01-31']);
    expect(await optionsOf('object_store ')).not.toContain('with-access');
  });

  it('never leads to invalid input', async () => {
    let seed = 11;
    const next = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    for (let walk = 0; walk < 300; walk += 1) {
      let input = '';
      for (let step = 0; step < 14; step += 1) {
        const options = await optionsOf(input);
        const option = options[next(options.length)];
        if (option === undefined) break;
        input = `${input}${option} `;
        const { error } = parseQuery(input);
        if (error?.message.includes('at most')) break;
        expect([input, error]).toEqual([input, null]);
      }
    }
  });
});
