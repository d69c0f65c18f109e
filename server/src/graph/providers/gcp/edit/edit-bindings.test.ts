import type { ChangeEdit } from '@cam/contracts/server';
import { GcpBundleReader } from '../read/read';

type Files = Record<string, unknown>;

const PROJECT = '//cloudresourcemanager.googleapis.com/projects/demo';
const BUCKET = '//storage.googleapis.com/invoices';
const ROBOT = 'robot@demo.iam.gserviceaccount.com';
const ACCOUNT = `//iam.googleapis.com/projects/demo/serviceAccounts/${ROBOT}`;
const PLACE = { project: 'projects/111', folders: ['folders/1'], organization: 'organizations/9' };
const NIGHT = { title: 'night', expression: 'request.time.getHours() < 6' };
const ANN = 'user:ann@acme.example';
const [VIEWER, OWN] = ['roles/storage.objectViewer', 'projects/demo/roles/own'];

const binding = (role: string, members: string[], more: object = {}) => ({ role, members, ...more });
const policies = (ofProject: object[], ofBucket: object[] = [], ofAccount: object[] = []) => ({
  'search-all-iam-policies.json': [
    { resource: PROJECT, policy: { bindings: ofProject }, ...PLACE },
    ...(ofBucket.length > 0 ? [{ resource: BUCKET, policy: { bindings: ofBucket } }] : []),
    ...(ofAccount.length > 0 ? [{ resource: ACCOUNT, policy: { bindings: ofAccount } }] : []),
  ],
});
const own = (...includedPermissions: string[]) => ({ name: OWN, title: 'Own', includedPermissions });
const roles = (...more: object[]) => ({ 'roles.json': [{ name: VIEWER, title: 'Viewer', includedPermissions: ['storage.objects.get'] }, ...more] });
const account = (email: string) => ({
  name: `//iam.googleapis.com/projects/demo/serviceAccounts/${email}`,
  assetType: 'iam.googleapis.com/ServiceAccount',
  displayName: email,
  parentFullResourceName: PROJECT,
  additionalAttributes: { email },
  ...PLACE,
});
const resources = (...accounts: string[]) => ({
  'search-all-resources.json': [
    { name: BUCKET, assetType: 'storage.googleapis.com/Bucket', parentFullResourceName: PROJECT, ...PLACE },
    ...accounts.map(account),
  ],
});

const HELD = [binding(VIEWER, [ANN, `serviceAccount:${ROBOT}`]), binding(VIEWER, [ANN], { condition: NIGHT }), binding(OWN, [ANN])];
const FILES: Files = {
  'projects.json': [{ projectId: 'demo', projectNumber: '111', parent: { type: 'folder', id: '1' } }],
  ...resources(ROBOT),
  ...roles(own('storage.buckets.get')),
  ...policies(HELD),
};

function factsOf(files: Files, edits: readonly ChangeEdit[] = []) {
  const reader = new GcpBundleReader();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations, policies: held } = reader.result().normalise('acme', 'demo', new Date(0), edits);
  const byText = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations), policies: byText(held) };
}

const assign = (kind: 'ADD_ASSIGNMENT' | 'REMOVE_ASSIGNMENT', role: string, scope: string, principal = ANN): ChangeEdit => ({
  ...{ kind, role, scope, principal },
});
const [first, conditional, third] = HELD as [object, object, object];

/** Edits, and the files that Google would export after the change. */
const EDITS: Record<string, [ChangeEdit, Files]> = {
  'adds a member to a binding': [
    assign('ADD_ASSIGNMENT', VIEWER, PROJECT, 'group:all@acme.example'),
    policies([binding(VIEWER, [ANN, `serviceAccount:${ROBOT}`, 'group:all@acme.example']), conditional, third]),
  ],
  'adds a member under a condition of its own': [
    { ...assign('ADD_ASSIGNMENT', VIEWER, PROJECT), condition: { ...NIGHT, title: 'late' } } as ChangeEdit,
    policies([...HELD, binding(VIEWER, [ANN], { condition: { ...NIGHT, title: 'late' } })]),
  ],
  'adds the first binding of a bucket': [assign('ADD_ASSIGNMENT', VIEWER, BUCKET), policies(HELD, [binding(VIEWER, [ANN])])],
  'adds a binding of a service account': [assign('ADD_ASSIGNMENT', 'roles/viewer', ACCOUNT), policies(HELD, [], [binding('roles/viewer', [ANN])])],
  'finds a project by its number': [
    assign('ADD_ASSIGNMENT', 'roles/owner', PROJECT.replace('demo', '111')),
    policies([...HELD, binding('roles/owner', [ANN])]),
  ],
  'removes a member, whatever the case': [
    assign('REMOVE_ASSIGNMENT', VIEWER, PROJECT, 'user:ANN@acme.example'),
    policies([binding(VIEWER, [`serviceAccount:${ROBOT}`]), conditional, third]),
  ],
  'removes the last member': [assign('REMOVE_ASSIGNMENT', OWN, PROJECT), policies([first, conditional])],
  'sets all members of a role': [
    { kind: 'SET_BINDING', scope: PROJECT, role: VIEWER, members: ['allUsers'] },
    policies([binding(VIEWER, ['allUsers']), conditional, third]),
  ],
  'ends a binding': [{ kind: 'SET_BINDING', scope: PROJECT, role: VIEWER, condition: NIGHT, members: [] }, policies([first, third])],
  'replaces a policy': [
    { kind: 'SET_RESOURCE_POLICY', resource: PROJECT, document: { bindings: [binding('roles/viewer', ['domain:acme.example'])] } },
    policies([binding('roles/viewer', ['domain:acme.example'])]),
  ],
  'sets a custom role': [
    { kind: 'SET_ROLE_DEFINITION', role: OWN, document: { includedPermissions: ['storage.objects.create'] } },
    roles(own('storage.objects.create')),
  ],
  'creates a custom role': [
    { kind: 'SET_ROLE_DEFINITION', role: 'projects/demo/roles/new', document: { title: 'New', includedPermissions: ['a.b.c'] } },
    roles(own('storage.buckets.get'), { name: 'projects/demo/roles/new', title: 'New', includedPermissions: ['a.b.c'] }),
  ],
  'deletes a custom role': [{ kind: 'SET_ROLE_DEFINITION', role: OWN, document: null }, roles()],
  'creates a service account': [
    { kind: 'CREATE_PRINCIPAL', principal: 'serviceAccount:web@demo.iam.gserviceaccount.com', document: null },
    resources(ROBOT, 'web@demo.iam.gserviceaccount.com'),
  ],
};

describe('an edit of the bundle of Google Cloud', () => {
  it.each(Object.entries(EDITS))('%s', (_name, [edit, changed]) => {
    const after = factsOf(FILES, [edit]);
    expect(after).not.toEqual(factsOf(FILES));
    expect(after).toEqual(factsOf({ ...FILES, ...changed }));
  });

  it('deletes a service account once no binding names it', () => {
    const principal = `serviceAccount:${ROBOT}`;
    const gone: ChangeEdit = { kind: 'DELETE_PRINCIPAL', principal };
    expect(() => factsOf(FILES, [gone])).toThrow('Bindings still name');
    const edits = [assign('REMOVE_ASSIGNMENT', VIEWER, PROJECT, principal), gone];
    const left = { ...resources(), ...policies([binding(VIEWER, [ANN]), conditional, third]) };
    expect(factsOf(FILES, edits)).toEqual(factsOf({ ...FILES, ...left }));
  });

  it.each<[string, ChangeEdit, string]>([
    ['a member that has the role', assign('ADD_ASSIGNMENT', VIEWER, PROJECT), 'has this role there already'],
    ['a member without the role', assign('REMOVE_ASSIGNMENT', 'roles/viewer', PROJECT), 'does not have this role'],
    ['a role without a definition', assign('ADD_ASSIGNMENT', 'roles/run.admin', PROJECT), 'no definition of this role'],
    ['an unknown resource', assign('ADD_ASSIGNMENT', VIEWER, '//storage.googleapis.com/x'), 'no resource of this name'],
    ['a predefined role', { kind: 'SET_ROLE_DEFINITION', role: VIEWER, document: { includedPermissions: [] } }, 'Only custom roles'],
    [
      'an account that exists',
      { kind: 'CREATE_PRINCIPAL', principal: `serviceAccount:${ROBOT}`, document: null },
      'has this service account already',
    ],
    ['a policy without bindings', { kind: 'SET_RESOURCE_POLICY', resource: PROJECT, document: {} }, 'a list of bindings'],
    ['an edit of AWS', { kind: 'ATTACH_POLICY', holder: 'x', policy: 'y' }, 'In Google Cloud'],
  ])('is refused for %s, with the reason', (_name, edit, words) => {
    expect(() => factsOf(FILES, [edit])).toThrow(words);
  });
});
