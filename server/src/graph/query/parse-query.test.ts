import { parseQuery } from './parse-query';

/** Queries with every construct, and the state after every word. */
const TRACES: Record<string, string> = {
  user: 'IDENTITY_TYPE',
  any: 'IDENTITY_ANY',
  'role auditor': 'IDENTITY_TYPE IDENTITY_TYPE_NAME',
  'user "Mae West (night shift)"': 'IDENTITY_TYPE IDENTITY_TYPE_NAME',
  'user 42 with-access disk': 'IDENTITY_TYPE IDENTITY_TYPE_NAME ACCESS RESOURCE_TYPE',
  'keystore backup-*': 'OBJECT OBJECT_NAME',
  'USER With-Access ANY': 'IDENTITY_TYPE ACCESS ANY',
  'role|user with-attribute keyage >= 30': 'IDENTITY_TYPE IDENTITY_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT',
  'user with-attribute mfa true and status active or email ~ @example.com':
    'IDENTITY_TYPE IDENTITY_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT IDENTITY_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT IDENTITY_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT',
  'group not with-attribute tag.Team "data platform"': 'IDENTITY_TYPE NOT IDENTITY_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT',
  'disk with-attribute encrypted false': 'OBJECT RESOURCE_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT',
  'ext_account with-access aws_sqs|object_store queue for xaccount unknown':
    'OBJECT ACCESS RESOURCE_TYPE RESOURCE_TYPE_NAME FOR READING_XACCOUNT_TYPE ACTION_TYPE',
  'user with-access any for read|write': 'IDENTITY_TYPE ACCESS ANY FOR ACTION_TYPE',
  'user with-access any for action-type admin and via group': 'IDENTITY_TYPE ACCESS ANY FOR READING_ACTION_TYPE ACTION_TYPE AND VIA VIA_TYPE',
  'any with-access any for action ec2:Run* or action iam:PassRole':
    'IDENTITY_ANY ACCESS ANY FOR READING_ACTION ACTION_TYPE OR READING_ACTION ACTION_TYPE',
  'user with-access any for sensitive not for read': 'IDENTITY_TYPE ACCESS ANY FOR ACTION_TYPE NOT FOR ACTION_TYPE',
  'user with-access vpc via group ops via role': 'IDENTITY_TYPE ACCESS RESOURCE_TYPE VIA VIA_TYPE VIA_TYPE_NAME VIA VIA_TYPE',
  'user with-access any and not via any': 'IDENTITY_TYPE ACCESS ANY AND NOT VIA VIA_TYPE',
  'user with-access any via policy with-attribute condition aws:SourceIp for write':
    'IDENTITY_TYPE ACCESS ANY VIA VIA_TYPE VIA_TYPE_ATTRIBUTES ATTRIBUTES_VALUE ATTRIBUTES_VALUE_NEXT FOR ACTION_TYPE',
  'service_account with-role editor|owner not with-scope folders/7': 'IDENTITY_TYPE WITH_ROLE END NOT WITH_SCOPE END',
  'user with-access any with-usage > 60': 'IDENTITY_TYPE ACCESS ANY READING_USAGE_OPERATOR READING_USAGE_GT_OPERAND END',
  'role with-usage never': 'IDENTITY_TYPE READING_USAGE_OPERATOR END',
  'user with-usage < 30 > 7 disk': 'IDENTITY_TYPE READING_USAGE_OPERATOR READING_USAGE_LT_OPERAND END READING_USAGE_GT_OPERAND END RESOURCE_TYPE',
  'user with-access disk or group with-access disk': 'IDENTITY_TYPE ACCESS RESOURCE_TYPE OR IDENTITY_TYPE ACCESS RESOURCE_TYPE',
  'user with-access disk and not with-access keystore': 'IDENTITY_TYPE ACCESS RESOURCE_TYPE AND NOT ACCESS RESOURCE_TYPE',
  'not group and user': 'NOT IDENTITY_TYPE AND IDENTITY_TYPE',
  '(user or (role and with-role x)) and with-access any': 'START IDENTITY_TYPE OR START IDENTITY_TYPE AND WITH_ROLE END END END AND ACCESS ANY',
  'user with-access any as-of 2026-02-28 changed-since 2026-01-31': 'IDENTITY_TYPE ACCESS ANY ATTRIBUTES_VALUE END ATTRIBUTES_VALUE END',
};

describe('a query', () => {
  it.each(Object.entries(TRACES))('has the expected state after each word: %s', (query, trace) => {
    const { states, error, missing } = parseQuery(query);
    expect({ error, missing }).toEqual({ error: null, missing: null });
    expect(states).toEqual(trace.split(' '));
    expect(parseQuery(query).query).not.toBeNull();
  });

  it.each(Object.keys(TRACES))('has no error while it is typed: %s', (query) => {
    for (let end = 0; end <= query.length; end += 1)
      expect([query.slice(0, end), parseQuery(query.slice(0, end)).error]).toEqual([query.slice(0, end), null]);
  });

  it('reads a bare number as a name, a quoted word literally, and bars as list separators', () => {
    const names = (query: string) => {
      const expression = parseQuery(query).query?.expression;
      return expression?.kind === 'statement' ? expression.subjects[0]?.names : undefined;
    };
    expect(names('user 111')).toEqual([{ text: '111', quoted: false }]);
    expect(names('user "with-access"')).toEqual([{ text: 'with-access', quoted: true }]);
    expect(names('user a*|"b | \\"c\\""|d')).toEqual([
      { text: 'a*', quoted: false },
      { text: 'b | "c"', quoted: true },
      { text: 'd', quoted: false },
    ]);
  });

  it('binds "and" before "or", and repeats the subject of the previous statement', () => {
    const { query } = parseQuery('user with-access any or group and with-access disk and not with-access vpc');
    expect(query?.expression).toMatchObject({
      kind: 'or',
      parts: [
        { kind: 'statement', subjects: [{ types: ['user'] }] },
        {
          kind: 'and',
          parts: [
            { subjects: [{ types: ['group'] }], verb: null },
            { subjects: [{ types: ['group'] }], isSameSubject: true, verb: { object: { types: ['disk'] } } },
            { kind: 'not', part: { subjects: [{ types: ['group'] }] } },
          ],
        },
      ],
    });
  });

  it('repeats all subjects of a parenthesized group', () => {
    const { query } = parseQuery('(user with-attribute external true or federated_user) and with-access keystore');
    expect(query?.expression).toMatchObject({ parts: [{ kind: 'or' }, { subjects: [{ types: ['user'] }, { types: ['federated_user'] }] }] });
  });
});

describe('an invalid query', () => {
  it.each([
    ['banana', 0, 6, 'Unknown type'],
    ['user with-access banana', 17, 6, 'Unknown type'],
    ['user with-acess any', 5, 10, 'Unexpected'],
    ['object_store with-access user', 13, 11, 'cannot act'],
    ['user with-attribute colour red', 20, 6, 'Unknown attribute'],
    ['user with-attribute mfa maybe x', 24, 5, 'true or false'],
    ['user with-attribute mfa > true', 24, 1, 'true or false'],
    ['user with-attribute created 2026-02-30 ', 28, 10, 'date'],
    ['user name ', 5, 4, 'quotes'],
    ['user a| ', 5, 2, 'alternative'],
    ['user "a"b', 5, 4, 'quote'],
    ['any any', 4, 3, 'Unexpected'],
    ['user with-access any with-access any', 21, 11, 'and'],
    ['user with-role x with-access any', 17, 11, 'and'],
    ['user with-access any with-usage >90', 32, 3, 'blank'],
    ['user with-access any with-usage > 90 < 30 ', 39, 2, 'No use'],
    ['user with-access any for banana', 25, 6, 'action type'],
    ['user with-access any via disk', 25, 4, 'access path'],
    ['user with-access service ', 17, 7, 'accessed'],
    ['not (user with-access any) and with-access any', 31, 11, 'subject again'],
    ['(not user)', 1, 3, 'excludes'],
    ['not user or group', 0, 3, 'excludes'],
    ['user)', 4, 1, 'matching'],
    ['(user as-of 2026-01-01)', 6, 5, 'end of the query'],
    ['user as-of 2026-13-01 ', 11, 10, 'date'],
    ['user as-of 2026-01-01 as-of 2026-01-02', 22, 5, 'Unexpected'],
  ])('reports the position and the cause of the error: %s', (query, position, length, words) => {
    const { error } = parseQuery(query);
    expect(error).toMatchObject({ position, length });
    expect(error?.message).toContain(words);
  });

  it('lists what is expected in place of the error', () => {
    expect(parseQuery('user with-access banana').error?.expected).toEqual(expect.arrayContaining(['any', 'a type']));
    expect(parseQuery('user with-access any for banana').error?.expected).toEqual(expect.arrayContaining(['read', 'write', 'admin', 'action']));
  });

  it('is rejected if it is nested too deeply or too long', () => {
    expect(parseQuery('('.repeat(4000)).error?.message).toContain('deep');
    expect(parseQuery('user or '.repeat(500)).error?.message).toContain('at most');
  });
});

describe('an incomplete query', () => {
  it.each([
    ['', 'START'],
    ['use', 'START'],
    ['user with-', 'WITH'],
    ['user with', 'WITH'],
    ['user with-access', 'ACCESS'],
    ['user with-attribute', 'IDENTITY_TYPE_ATTRIBUTES'],
    ['user with-attribute keyage >', 'ATTRIBUTES_VALUE'],
    ['user with-attribute mfa true and', 'AND'],
    ['user with-access any not', 'NOT'],
    ['user with-access any via', 'VIA'],
    ['user with-access any for', 'FOR'],
    ['user with-access any for action', 'READING_ACTION'],
    ['user with-access any for xaccount', 'READING_XACCOUNT_TYPE'],
    ['user with-access any with-usage', 'READING_USAGE_OPERATOR'],
    ['user with-access any with-usage >', 'READING_USAGE_GT_OPERAND'],
    ['user with-role', 'WITH_ROLE'],
    ['(user', 'IDENTITY_TYPE'],
    ['not user', 'IDENTITY_TYPE'],
    ['user "Mae', 'IDENTITY_TYPE'],
  ])('has a state and a missing part but no error: %s', (input, state) => {
    expect(parseQuery(input)).toMatchObject({ query: null, error: null, state, missing: { message: expect.any(String) } });
  });

  it('returns the partial word, or the last alternative of a list', () => {
    const partial = (input: string) => parseQuery(input).partialWord;
    expect([partial('user ja'), partial('user ja '), partial('user a|b'), partial('user|gro'), partial('user "Mae W')]).toEqual([
      'ja',
      '',
      'b',
      'gro',
      '"Mae W',
    ]);
  });
});

describe('arbitrary text', () => {
  const WORDS = [
    ...'user any not and or with-access with-attribute with-usage with-role with-scope via for read action action-type xaccount mfa keyage tag.x = > < ~ ( ) never'.split(
      ' ',
    ),
    ...[
      'as-of',
      'changed-since',
      '2026-01-01',
      '90',
      '"x y"',
      '"',
      '|',
      'a|b',
      'role|',
      'object_store',
      '\u202Eabc',
      '\u0000',
      "'; drop table x; --",
      '\\',
      '%',
      'ü',
    ],
  ];
  let seed = 7;
  const next = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };

  it('parses without an exception, with positions inside the input and no more states than characters', () => {
    for (let round = 0; round < 5000; round += 1) {
      const input = Array.from({ length: next(14) }, () => WORDS[next(WORDS.length)]).join(next(5) === 0 ? '' : ' ');
      const { error, missing, query, states } = parseQuery(input);
      for (const fault of [error, missing]) {
        expect(fault?.position ?? 0).toBeGreaterThanOrEqual(0);
        expect((fault?.position ?? 0) + (fault?.length ?? 0)).toBeLessThanOrEqual(input.length);
      }
      expect([query, error, missing].filter(Boolean)).toHaveLength(1);
      expect(states.length).toBeLessThanOrEqual(input.length);
    }
  });
});

describe('the words that tiers and scores add', () => {
  const CONTEXTUAL = ['tier', 'label', 'risk'];

  it.each(CONTEXTUAL)('leaves "%s" usable as a name and as a value without quotes', (word) => {
    const named = parseQuery(`user ${word} with-attribute name ${word}|x and region ${word}`);
    expect(named.query).not.toBeNull();
    expect(named.query?.expression).toMatchObject({
      subjects: [
        {
          names: [{ text: word }],
          filters: [{ anyOf: [[{ attribute: 'name', values: [{ text: word }, { text: 'x' }] }, { attribute: 'region' }]] }],
        },
      ],
    });
  });

  it('reads them where an attribute may stand', () => {
    const input = 'any with-attribute tier > 0 and risk >= 50 with-access any with-attribute tier 0 or label payroll for admin';
    expect(parseQuery(input).query?.expression).toMatchObject({
      subjects: [
        {
          filters: [
            {
              anyOf: [
                [
                  { attribute: 'tier', operator: '>' },
                  { attribute: 'risk', operator: '>=' },
                ],
              ],
            },
          ],
        },
      ],
      verb: { object: { filters: [{ anyOf: [[{ attribute: 'tier' }], [{ attribute: 'label' }]] }] } },
    });
  });

  it('expects whole numbers for a tier and a score', () => {
    expect(parseQuery('any with-attribute tier high').error?.message).toBe('tier must be a whole number.');
    expect(parseQuery('any with-attribute risk high').error?.message).toBe('risk must be a whole number.');
  });
});
