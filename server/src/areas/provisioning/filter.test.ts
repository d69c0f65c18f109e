import { parseFilter } from './filter';
import { ScimError } from './scim-error';

it('parseFilter reads the filters that Okta and Entra ID send', () => {
  const equal = (attribute: string, value: string | boolean) => ({ kind: 'compare', attribute, operator: 'eq', value });
  expect(parseFilter('userName eq "ana@example.com"')).toEqual(equal('username', 'ana@example.com'));
  expect(parseFilter('externalId eq "0f1a"')).toEqual(equal('externalid', '0f1a'));
  expect(parseFilter('emails[type eq "work"].value eq "ana@example.com"')).toEqual(equal('emails.value', 'ana@example.com'));
  expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "a \\"b\\""')).toEqual(equal('username', 'a "b"'));
  expect(parseFilter('id eq "1" and members eq "2"')).toEqual({ kind: 'and', parts: [equal('id', '1'), equal('members', '2')] });
  expect(parseFilter('active eq true')).toEqual(equal('active', true));
});

it('parseFilter binds and before or, and reads parentheses and pr', () => {
  const filter = parseFilter('(displayName co "x" or displayName sw "y") and externalId pr');
  expect(filter).toEqual({
    kind: 'and',
    parts: [
      {
        kind: 'or',
        parts: [
          { kind: 'compare', attribute: 'displayname', operator: 'co', value: 'x' },
          { kind: 'compare', attribute: 'displayname', operator: 'sw', value: 'y' },
        ],
      },
      { kind: 'present', attribute: 'externalid' },
    ],
  });
  expect(parseFilter('a pr or b pr and c pr')).toMatchObject({ kind: 'or', parts: [{ attribute: 'a' }, { kind: 'and' }] });
});

it.each([
  '',
  ' ',
  'userName',
  'userName eq',
  'userName eq ana',
  'userName eq "ana',
  'userName gt "a"',
  'userName eq "a" xor active eq true',
  'userName eq "a")',
  '(userName eq "a"',
  'emails[type eq "work".value eq "a"',
  '"userName" eq "a"',
  "userName eq 'a' or '1'='1'",
  'userName eq "\\u12"',
  `userName eq "${'x'.repeat(3000)}"`,
  Array.from({ length: 30 }, () => 'a pr').join(' or '),
  '('.repeat(500),
])('parseFilter refuses %j', (text) => {
  expect(() => parseFilter(text)).toThrow(ScimError);
  expect(() => parseFilter(text)).toThrow(/^The filter /);
});
