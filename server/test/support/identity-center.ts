import { jsonFile, type DemoBundle, type DemoFile } from '../../demo/files';
import { role, trust } from './aws-account';

const INSTANCE = 'arn:aws:sso:::instance/ssoins-7223b02c5a4f1e9d';
const STORE = 'd-9067c1a2b3';
const SETS = { ReadOnly: 'ps-0a1b2c3d4e5f6071', DataAdmin: 'ps-8192a3b4c5d6e7f8' };
const set = (id: string): string => `${INSTANCE.replace('instance', 'permissionSet')}/${id}`;
const user = (id: string, name: string, externalId: string) => ({
  IdentityStoreId: STORE,
  UserId: id,
  UserName: name,
  DisplayName: name.slice(0, name.indexOf('@')),
  ExternalIds: [{ Issuer: 'https://scim.example.com/v2', Id: externalId }],
  Emails: [{ Value: name, Type: 'work', Primary: true }],
  UserStatus: 'ENABLED',
});
const group = (id: string, name: string) => ({ IdentityStoreId: STORE, GroupId: id, DisplayName: name, Description: `${name} of the company` });
const member = (groupId: string, userId: string) => ({
  IdentityStoreId: STORE,
  MembershipId: `${groupId}-${userId}`,
  GroupId: groupId,
  MemberId: { UserId: userId },
});
const assignment = (id: string, account: string, type: 'USER' | 'GROUP', principal: string) => ({
  AccountId: account,
  PermissionSetArn: set(id),
  PrincipalType: type,
  PrincipalId: principal,
});

/** Short IDs of the users and groups below. */
export const CENTER_IDS = { ada: 'u-ada', ben: 'u-ben', cleo: 'u-cleo', analysts: 'g-analysts', admins: 'g-admins' };
const { ada, ben, cleo, analysts, admins } = CENTER_IDS;

/**
 * IAM Identity Center as the management account returns it. The analysts Ada and Ben read both accounts. Cleo and the empty group of administrators
 * administer the first account's data. One assignment names a deleted user.
 */
export function identityCenterFiles(region: string, [first, second]: readonly [string, string]): DemoFile[] {
  const { ReadOnly, DataAdmin } = SETS;
  const inline = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] };
  const ofSet = (call: string, id: string, answer: unknown): DemoFile => jsonFile(`sso-admin/${call}/${id}.json`, answer);
  return [
    jsonFile(`sso-admin/list-instances/${region}.json`, { Instances: [{ InstanceArn: INSTANCE, IdentityStoreId: STORE, Status: 'ACTIVE' }] }),
    jsonFile('sso-admin/list-permission-sets.json', { PermissionSets: [set(ReadOnly), set(DataAdmin)] }),
    ...Object.entries(SETS).map(([Name, id]) =>
      ofSet('describe-permission-set', id, {
        PermissionSet: { Name, PermissionSetArn: set(id), CreatedDate: '2025-03-01T00:00:00Z', SessionDuration: 'PT8H' },
      }),
    ),
    ofSet('get-inline-policy-for-permission-set', ReadOnly, { InlinePolicy: '' }),
    ofSet('get-inline-policy-for-permission-set', DataAdmin, { InlinePolicy: JSON.stringify(inline) }),
    ofSet('list-managed-policies-in-permission-set', ReadOnly, {
      AttachedManagedPolicies: [
        { Name: 'ReadOnlyAccess', Arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
        { Name: 'SecurityAudit', Arn: 'arn:aws:iam::aws:policy/SecurityAudit' },
      ],
    }),
    ofSet('list-managed-policies-in-permission-set', DataAdmin, { AttachedManagedPolicies: [] }),
    ofSet('list-customer-managed-policy-references-in-permission-set', ReadOnly, { CustomerManagedPolicyReferences: [] }),
    ofSet('list-customer-managed-policy-references-in-permission-set', DataAdmin, {
      CustomerManagedPolicyReferences: [
        { Name: 'tables', Path: '/' },
        { Name: 'keys', Path: '/data/' },
      ],
    }),
    ofSet('get-permissions-boundary-for-permission-set', DataAdmin, {
      PermissionsBoundary: { CustomerManagedPolicyReference: { Name: 'no-billing', Path: '/' } },
    }),
    ofSet('list-account-assignments', `${ReadOnly}-${first}`, { AccountAssignments: [assignment(ReadOnly, first, 'GROUP', analysts)] }),
    ofSet('list-account-assignments', `${ReadOnly}-${second}`, { AccountAssignments: [assignment(ReadOnly, second, 'GROUP', analysts)] }),
    ofSet('list-account-assignments', `${DataAdmin}-${first}`, {
      AccountAssignments: [assignment(DataAdmin, first, 'USER', cleo), assignment(DataAdmin, first, 'GROUP', admins)],
    }),
    jsonFile('identitystore/list-users.json', {
      Users: [user(ada, 'ada@example.com', '00uada'), user(ben, 'ben@example.com', '00uben'), user(cleo, 'cleo@example.com', '00ucleo')],
    }),
    jsonFile('identitystore/list-groups.json', { Groups: [group(analysts, 'Analysts'), group(admins, 'Administrators')] }),
    jsonFile(`identitystore/list-group-memberships/${analysts}.json`, { GroupMemberships: [member(analysts, ada), member(analysts, ben)] }),
    jsonFile(`identitystore/list-group-memberships/${admins}.json`, { GroupMemberships: [] }),
  ];
}

/** Returns the role that IAM Identity Center creates in an account for a permission set with AWS managed policies. */
export function reservedRole(permissionSet: string, account: string, managed: string[] = []): object {
  const provider = `arn:aws:iam::${account}:saml-provider/AWSSSO_0123456789abcdef_DO_NOT_DELETE`;
  const name = `AWSReservedSSO_${permissionSet}_0123456789abcdef`;
  const own = role(name, trust({ Federated: provider }, { Action: 'sts:AssumeRoleWithSAML' }), managed);
  return { ...own, Path: '/aws-reserved/sso.amazonaws.com/', Arn: `arn:aws:iam::${account}:role/aws-reserved/sso.amazonaws.com/${name}` };
}

/** Returns the bundle of an AWS account with additional files and roles. */
export function withMore(bundle: DemoBundle, more: readonly DemoFile[], roles: readonly object[] = []): DemoBundle {
  const files = (): DemoFile[] => [...[...bundle.files()].map((file) => withRoles(file, roles)), ...more];
  return { ...bundle, files };
}

function withRoles(file: DemoFile, roles: readonly object[]): DemoFile {
  if (roles.length === 0 || file.path !== 'iam/get-account-authorization-details.json') return file;
  const details = JSON.parse([...file.parts].join('')) as { RoleDetailList: object[] };
  return jsonFile(file.path, { ...details, RoleDetailList: [...details.RoleDetailList, ...roles] });
}
