import { googleDirectoryFiles } from '../../../../../test/support/google-directory';
import { GcpBundleReader } from '../read/read';
import { Directory } from '../../../pipeline/context/directory';

const POLICY = { resource: '//cloudresourcemanager.googleapis.com/projects/lake', policy: { bindings: [] } };

function factsOf(files: Record<string, unknown>) {
  const reader = new GcpBundleReader();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { warnings, normalise } = reader.result();
  const facts = normalise('t', 'lake', new Date('2026-03-02'));
  return { ...facts, said: [...warnings, ...facts.warnings].map(({ message }) => message).filter((text) => !text.startsWith('The bundle has no')) };
}

const FILES: Record<string, unknown> = {
  'search-all-iam-policies.json': [POLICY],
  ...Object.fromEntries(googleDirectoryFiles().map(({ path, parts }) => [path, JSON.parse([...parts].join('')) as unknown])),
};

describe('a Google Workspace directory', () => {
  it('resolves users, guests, nested groups and all-member groups to the members in bindings', () => {
    const { entities, relations, said } = factsOf(FILES);
    expect(said).toEqual([]);
    const held = new Directory(
      entities.filter(({ isIdentity }) => isIdentity),
      relations.filter(({ kind }) => kind === 'member_of'),
    ).holdersOf(null);
    const refs = (name: string): string[] => held.find(({ principal }) => principal.name === name)?.refs.filter((ref) => ref.includes(':')) ?? [];
    expect(refs('ada@kestrelharbor.example').sort()).toEqual([
      'domain:kestrelharbor.example',
      'group:all@kestrelharbor.example',
      'group:data-engineers@kestrelharbor.example',
      'group:engineers@kestrelharbor.example',
      'user:ada@kestrelharbor.example',
    ]);
    expect(refs('guest@elsewhere.example')).toContain('group:engineers@kestrelharbor.example');
    expect(refs('guest@elsewhere.example')).not.toContain('group:all@kestrelharbor.example');
  });

  it('has the status, the MFA, the last sign-in and the profile of each user', () => {
    const { entities } = factsOf(FILES);
    const of = (name: string) => entities.find((entity) => entity.name === name);
    expect(of('ada@kestrelharbor.example')).toMatchObject({
      type: 'USER',
      attributes: { usersource: 'GCP', status: 'active', mfa: true, jobtitle: 'Engineer', department: 'Data', lastused: '2026-02-20T08:00:00.000Z' },
    });
    expect(of('ben@kestrelharbor.example')?.attributes).toMatchObject({ status: 'suspended', mfa: false });
    expect(of('ben@kestrelharbor.example')?.attributes).not.toHaveProperty('lastused');
    expect(of('engineers@kestrelharbor.example')).toMatchObject({ type: 'GROUP', attributes: { displayname: 'Engineers' } });
  });

  it('is read from whole API responses, and warns about members of unknown groups', () => {
    const whole = { kind: 'admin#directory#users', users: FILES['directory-users.json'] };
    expect(factsOf({ ...FILES, 'directory-users.json': whole }).said).toEqual([]);
    const { said, relations } = factsOf({ ...FILES, 'gone/directory-members.json': { members: [{ id: '7', email: 'eve@elsewhere.example' }] } });
    expect(said).toEqual(['The group gone is not among the groups, so its members were left out.']);
    expect(relations.some(({ child }) => child.nativeId === '7')).toBe(false);
  });
});
