import type { DemoBundle } from '../../../server/demo/files';
import { jsonFile } from '../../../server/demo/files';

const UNITS = 50;
const IN_EACH = 20;
const USERS = 20;

/** The account ids of a made-up organization. */
export const ACCOUNTS: readonly string[] = Array.from({ length: UNITS * IN_EACH }, (_none, index) => accountId(index));
/** The management account. */
export const MANAGEMENT = accountId(0);
export const SIZE = `${ACCOUNTS.length} accounts`;

/** Keys of the server, and its role in each account. */
export const KEYS = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a secret of the stand-in' };
export const ROLE = 'reader';
export const EXTERNAL_ID = 'external-id-of-the-stand-in';

function accountId(index: number): string {
  return String(100_000_000_000 + index);
}

/** Returns the bundle behind the stand-in's responses for one account. */
export function bundleOf(id: string): DemoBundle {
  const details = {
    UserDetailList: Array.from({ length: USERS }, (_none, at) => userOf(id, at)),
    GroupDetailList: [],
    RoleDetailList: [],
    Policies: [],
  };
  const report = { Content: Buffer.from('user,arn,mfa_active').toString('base64'), ReportFormat: 'text/csv', GeneratedTime: '2026-03-02T00:00:00Z' };
  const files = [jsonFile('iam/get-account-authorization-details.json', details), jsonFile('iam/get-credential-report.json', report)];
  if (id === MANAGEMENT) files.push(...organization());
  return { folder: id, cloudType: 'AWS', accountId: id, name: id, day: '2026-03-02', takenAt: '2026-03-02T00:00:00Z', files: () => files };
}

function userOf(id: string, at: number) {
  return {
    Path: '/',
    UserName: `user-${at}`,
    UserId: `AIDA${at}`,
    Arn: `arn:aws:iam::${id}:user/user-${at}`,
    CreateDate: '2026-03-02T00:00:00Z',
    GroupList: [],
    AttachedManagedPolicies: [],
  };
}

function organization() {
  const units = Array.from({ length: UNITS }, (_none, at) => ({
    Id: `ou-root-${at}`,
    Arn: `arn:aws:organizations::${MANAGEMENT}:ou/o-bench/ou-root-${at}`,
    Name: `Unit ${at}`,
  }));
  const accounts = (at: number) =>
    Array.from({ length: IN_EACH }, (_none, index) => accountId(at * IN_EACH + index)).map((Id) => ({
      Id,
      Arn: `arn:aws:organizations::${MANAGEMENT}:account/o-bench/${Id}`,
      Name: `Account ${Id}`,
      Status: 'ACTIVE',
    }));
  return [
    jsonFile('organizations/describe-organization.json', {
      Organization: { Id: 'o-bench', Arn: `arn:aws:organizations::${MANAGEMENT}:organization/o-bench`, MasterAccountId: MANAGEMENT },
    }),
    jsonFile('organizations/list-roots.json', {
      Roots: [{ Id: 'r-root', Arn: `arn:aws:organizations::${MANAGEMENT}:root/o-bench/r-root`, Name: 'Root' }],
    }),
    jsonFile('organizations/list-accounts.json', { Accounts: units.flatMap((_unit, at) => accounts(at)) }),
    jsonFile('organizations/list-policies.json', { Policies: [] }),
    jsonFile('organizations/list-organizational-units-for-parent/r-root.json', { OrganizationalUnits: units }),
    jsonFile('organizations/list-accounts-for-parent/r-root.json', { Accounts: [] }),
    ...units.flatMap(({ Id }, at) => [
      jsonFile(`organizations/list-organizational-units-for-parent/${Id}.json`, { OrganizationalUnits: [] }),
      jsonFile(`organizations/list-accounts-for-parent/${Id}.json`, { Accounts: accounts(at) }),
    ]),
  ];
}
