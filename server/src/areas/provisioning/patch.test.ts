import { applyOperation, readOperations } from './patch';
import { ScimError } from './scim-error';

const user = { userName: 'ana@example.com', active: true, name: { givenName: 'Ana' }, emails: [{ type: 'work', value: 'ana@example.com' }] };

const patched = (...operations: unknown[]): Record<string, unknown> =>
  readOperations({ Operations: operations }).reduce((resource, operation) => applyOperation(resource, operation), user as Record<string, unknown>);

it('reads the shapes of Okta: values without a path', () => {
  expect(patched({ op: 'replace', value: { active: false } })).toMatchObject({ active: false, userName: 'ana@example.com' });
  expect(patched({ op: 'replace', value: { name: { familyName: 'Lima' } } }).name).toEqual({ givenName: 'Ana', familyName: 'Lima' });
});

it('reads the shapes of Entra ID: names with capitals, paths into lists and dotted keys', () => {
  expect(patched({ op: 'Replace', path: 'active', value: 'False' }).active).toBe('False');
  expect(patched({ op: 'Add', path: 'name.familyName', value: 'Lima' }).name).toEqual({ givenName: 'Ana', familyName: 'Lima' });
  expect(patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@example.com' }).emails).toEqual([
    { type: 'work', value: 'a@example.com' },
  ]);
  expect(patched({ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' }).phoneNumbers).toEqual([{ type: 'mobile', value: '1' }]);
  expect(patched({ op: 'Add', value: { 'name.familyName': 'Lima', displayName: 'Ana Lima' } })).toMatchObject({
    name: { givenName: 'Ana', familyName: 'Lima' },
    displayName: 'Ana Lima',
  });
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  expect(patched({ op: 'Add', path: `${enterprise}:department`, value: 'Ops' })[enterprise]).toEqual({ department: 'Ops' });
  expect(patched({ op: 'Add', value: { [`${enterprise}:department`]: 'Ops' } })[enterprise]).toEqual({ department: 'Ops' });
});

it('removes attributes, parts and elements', () => {
  expect(patched({ op: 'remove', path: 'name.givenName' }).name).toEqual({});
  expect(patched({ op: 'remove', path: 'emails[type eq "work"]' }).emails).toEqual([]);
  expect(patched({ op: 'Remove', path: 'NAME' })).not.toHaveProperty('name');
});

it.each([
  {},
  { Operations: [] },
  { Operations: [null] },
  { Operations: [{ op: 'move', path: 'active' }] },
  { Operations: [{ op: 'remove' }] },
  { Operations: [{ op: 'add', value: 'x' }] },
  { Operations: [{ op: 'add', path: 7, value: 'x' }] },
  { Operations: Array.from({ length: 2000 }, () => ({ op: 'add', path: 'x', value: 1 })) },
])('refuses operations that are not as the protocol asks (%#)', (body) => {
  expect(() => readOperations(body)).toThrow(ScimError);
});

it.each(['__proto__', 'name.__proto__', 'constructor.prototype', 'a.b.c', 'members[', 'x[y]', ''])('does not follow the path %j', (path) => {
  expect(() => readOperations({ Operations: [{ op: 'add', path, value: 'x' }] }).map((one) => applyOperation({}, one))).toThrow(ScimError);
});
