import { listFile, type DemoBundle, type DemoFile } from '../../demo/files';

/** The administrator that reads of the directory impersonate. */
export const DIRECTORY_ADMIN = 'admin@kestrelharbor.example';

const user = (id: string, primaryEmail: string, more: object = {}) => ({
  kind: 'admin#directory#user',
  id,
  primaryEmail,
  name: { givenName: primaryEmail.split('@')[0], familyName: 'Example', fullName: `${primaryEmail.split('@')[0]} Example` },
  isAdmin: false,
  suspended: false,
  archived: false,
  isEnrolledIn2Sv: true,
  creationTime: '2024-05-06T07:08:09.000Z',
  lastLoginTime: '2026-02-20T08:00:00.000Z',
  customerId: 'C0example',
  orgUnitPath: '/',
  ...more,
});
const group = (id: string, email: string, name: string) => ({
  kind: 'admin#directory#group',
  id,
  email,
  name,
  description: `${name} of the company`,
});
const member = (id: string, email: string, type = 'USER') => ({ kind: 'admin#directory#member', id, email, type, role: 'MEMBER', status: 'ACTIVE' });

/** Users and groups of Google Workspace. The engineers include the data engineers' group and a user of another company; one group has everyone as a member. */
export function googleDirectoryFiles(): DemoFile[] {
  return [
    listFile('directory-users.json', [
      user('100000000000000000001', DIRECTORY_ADMIN, { isAdmin: true }),
      user('100000000000000000002', 'ada@kestrelharbor.example', { organizations: [{ title: 'Engineer', department: 'Data', primary: true }] }),
      user('100000000000000000003', 'ben@kestrelharbor.example', {
        suspended: true,
        isEnrolledIn2Sv: false,
        lastLoginTime: '1970-01-01T00:00:00.000Z',
      }),
    ]),
    listFile('directory-groups.json', [
      group('01engineers', 'engineers@kestrelharbor.example', 'Engineers'),
      group('02data', 'data-engineers@kestrelharbor.example', 'Data Engineers'),
      group('03all', 'all@kestrelharbor.example', 'Everybody'),
    ]),
    listFile('01engineers/directory-members.json', [
      member('02data', 'data-engineers@kestrelharbor.example', 'GROUP'),
      member('100000000000000000099', 'guest@elsewhere.example'),
    ]),
    listFile('02data/directory-members.json', [
      member('100000000000000000002', 'ada@kestrelharbor.example'),
      member('100000000000000000003', 'ben@kestrelharbor.example'),
    ]),
    listFile('03all/directory-members.json', [{ kind: 'admin#directory#member', id: 'C0example', type: 'CUSTOMER', role: 'MEMBER' }]),
  ];
}

/** Returns a project's bundle that includes the directory. */
export function withGoogleDirectory(bundle: DemoBundle, more: readonly DemoFile[] = []): DemoBundle {
  return { ...bundle, files: () => [...bundle.files(), ...googleDirectoryFiles(), ...more] };
}
