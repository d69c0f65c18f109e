import type { ChangeEdit } from '@cam/contracts/server';
import { GcpBundleReader } from '../read/read';

const member = (id: string, email: string, type = 'USER') => ({ id, email, type });
const FILES: Record<string, unknown> = {
  'projects.json': [{ projectId: 'demo', projectNumber: '111' }],
  'search-all-resources.json': [{ name: '//storage.googleapis.com/invoices', assetType: 'storage.googleapis.com/Bucket', project: 'projects/111' }],
  'directory-users.json': { users: ['ann', 'bob'].map((name) => ({ id: `u-${name}`, primaryEmail: `${name}@acme.example` })) },
  'directory-groups.json': { groups: ['makers', 'all', 'staff'].map((name) => ({ id: `g-${name}`, email: `${name}@acme.example` })) },
  'g-makers/directory-members.json': { members: [member('u-ann', 'ann@acme.example'), member('x-1', 'eve@agency.example')] },
  'g-staff/directory-members.json': { members: [member('g-makers', 'makers@acme.example', 'GROUP')] },
  'g-all/directory-members.json': { members: [{ id: 'C01', type: 'CUSTOMER' }] },
};

function factsOf(edits: readonly ChangeEdit[], files: Record<string, unknown> = {}): Record<'entities' | 'relations', string[]> {
  const reader = new GcpBundleReader();
  for (const [name, value] of Object.entries({ ...FILES, ...files }))
    reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations } = reader.result().normalise('acme', 'demo', new Date(0), edits);
  const byText = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations) };
}
const edit = (kind: 'ADD_MEMBER' | 'REMOVE_MEMBER', group: string, who: string): ChangeEdit => ({ kind, group, member: who });

it.each([
  ['takes a user out', edit('REMOVE_MEMBER', 'g-makers', 'u-ann'), 'makers', [member('x-1', 'eve@agency.example')]],
  [
    'takes a member of another organization out, by its address',
    edit('REMOVE_MEMBER', 'makers@acme.example', 'Eve@agency.example'),
    'makers',
    [member('u-ann', 'ann@acme.example')],
  ],
  ['takes a group out', edit('REMOVE_MEMBER', 'g-staff', 'g-makers'), 'staff', []],
  [
    'adds a user',
    edit('ADD_MEMBER', 'g-staff', 'u-bob'),
    'staff',
    [member('g-makers', 'makers@acme.example', 'GROUP'), member('u-bob', 'bob@acme.example')],
  ],
] as const)('an edit of a Google group %s as an export after the change', (_name, change, group, members) => {
  const after = factsOf([change]);
  expect(after).not.toEqual(factsOf([]));
  expect(after).toEqual(factsOf([], { [`g-${group}/directory-members.json`]: { members } }));
});

it('an edit of a Google group is refused with the reason', () => {
  expect(() => factsOf([edit('REMOVE_MEMBER', 'g-all', 'u-ann')])).toThrow('All users of the directory are members of this group');
  expect(() => factsOf([edit('REMOVE_MEMBER', 'g-makers', 'u-bob')])).toThrow('not a member of this group');
  expect(() => factsOf([edit('REMOVE_MEMBER', 'g-none', 'u-bob')])).toThrow('no group with this id');
  expect(() => factsOf([edit('ADD_MEMBER', 'g-makers', 'u-ann')])).toThrow('already a member');
  expect(() => factsOf([edit('ADD_MEMBER', 'g-makers', 'u-none')])).toThrow('no user or group with this id');
});
