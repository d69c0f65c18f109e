import { meaningOf } from './meaning';
import { parseQuery } from './parser';

const states = (query: string): string[] => parseQuery(query).states;

describe('a query that can be run', () => {
  it('is read word by word, each with its state', () => {
    expect(states('user')).toEqual(['IDENTITY_TYPE']);
    expect(states('any')).toEqual(['IDENTITY_ANY']);
    expect(states('object_store payroll-*')).toEqual(['OBJECT', 'OBJECT_NAME']);
    expect(states('user "Jane Doe (contractor)" with-access any')).toEqual(['IDENTITY_TYPE', 'IDENTITY_TYPE_NAME', 'ACCESS', 'ANY']);
    expect(states('user with-attribute accountid 1 or accountid 2')).toEqual([
      'IDENTITY_TYPE',
      'IDENTITY_TYPE_ATTRIBUTES',
      'ATTRIBUTES_VALUE',
      'ATTRIBUTES_VALUE_NEXT',
      'IDENTITY_TYPE_ATTRIBUTES',
      'ATTRIBUTES_VALUE',
      'ATTRIBUTES_VALUE_NEXT',
    ]);
    expect(states('user with-access object_store for write')).toEqual(['IDENTITY_TYPE', 'ACCESS', 'RESOURCE_TYPE', 'FOR', 'ACTION_TYPE']);
    expect(states('user with-access any via role admin')).toEqual(['IDENTITY_TYPE', 'ACCESS', 'ANY', 'VIA', 'VIA_TYPE', 'VIA_TYPE_NAME']);
  });

  it('takes a bare number as a name and a quoted word as it stands', () => {
    expect(parseQuery('user 111 with-access object_store').statement?.subject.names).toEqual([{ text: '111', quoted: false }]);
    expect(parseQuery('user "with-access"').statement?.subject.names).toEqual([{ text: 'with-access', quoted: true }]);
  });

  it('has a meaning in one sentence', () => {
    const { statement } = parseQuery('user|role with-attribute mfa false with-access object_store payroll for write|admin not via group');
    expect(statement && meaningOf(statement)).toBe(
      'Access of users or roles with mfa is false to object stores named payroll, for write or admin, not through groups.',
    );
  });
});

describe('a query that is wrong', () => {
  it('says where, and what is expected there', () => {
    expect(parseQuery('banana').error).toMatchObject({ position: 0, length: 6, expected: expect.arrayContaining(['any']) });
    expect(parseQuery('user with-access banana').error).toMatchObject({ position: 17, length: 6 });
    expect(parseQuery('user with-attribute colour red').error).toMatchObject({ position: 20, length: 6 });
    expect(parseQuery('object_store with-access user').error?.message).toContain('has no access of its own');
    expect(parseQuery('user with-acess any').error).toMatchObject({ position: 5 });
  });

  it('is not wrong but unfinished where something must follow', () => {
    for (const query of [
      '',
      'user with-access',
      'user with-attribute',
      'user with-attribute mfa',
      'user with-access any via',
      'user with-access any for',
    ]) {
      expect(parseQuery(query)).toMatchObject({ accepting: false, error: null, statement: null });
    }
  });

  it('names a construct that this release does not run', () => {
    expect(parseQuery('user with-access any with-usage > 90').unsupported).toBe('with-usage');
    expect(parseQuery('user with-access any as-of 2024-06-01').unsupported).toBe('as-of');
    expect(parseQuery('user with-access any or group with-access any').unsupported).toBe('a combination of statements');
    expect(parseQuery('(user or role) and with-access any').unsupported).toBe('a combination of statements');
    expect(parseQuery('user with-access any via group a via role b').unsupported).toBe('an ordered path of several via');
    expect(parseQuery('user with-access any not via policy with-attribute condition *').unsupported).toBe('with-attribute condition');
  });

  it('refuses a list without an alternative, instead of reading it as no restriction', () => {
    expect(parseQuery('user |').error).toMatchObject({ position: 5, length: 1 });
    expect(parseQuery('user with-attribute region != |').error).toMatchObject({ position: 30, length: 1 });
  });

  it('reads a NUL, which no database holds, as a blank', () => {
    expect(parseQuery('user "a\0b"').statement?.subject.names).toEqual([{ text: 'a b', quoted: true }]);
  });

  it('asks for a further kind of action after and, and reads actors by the states of objects', () => {
    expect(parseQuery('user with-access any for read and').expectation.actionTypes).toBe(true);
    expect(states('public_node with-access object_store')).toEqual(['OBJECT', 'ACCESS', 'RESOURCE_TYPE']);
    expect(states('instance with-attribute public true')).toEqual([
      'OBJECT',
      'RESOURCE_TYPE_ATTRIBUTES',
      'ATTRIBUTES_VALUE',
      'ATTRIBUTES_VALUE_NEXT',
    ]);
  });

  it('never throws, and its place lies inside the input', () => {
    const words = [
      'user',
      'any',
      'not',
      'and',
      'or',
      'with-access',
      'with-attribute',
      'via',
      'for',
      'read',
      'mfa',
      '=',
      '>',
      '(',
      ')',
      '"x y"',
      '"',
      '|',
      'a|b',
      'role|',
      'object_store',
    ];
    let seed = 7;
    const next = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    for (let round = 0; round < 3000; round += 1) {
      const query = Array.from({ length: next(9) }, () => words[next(words.length)]).join(' ');
      const { error } = parseQuery(query);
      if (error) expect(error.position + error.length).toBeLessThanOrEqual(query.length);
    }
  });
});
