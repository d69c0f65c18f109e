import type { AwsIdentityCenterShapes } from '../identity-center-shapes';
import { byNameOnly, firstOf, has, TEXTS, unread, type AwsFileKind } from './file-kind';

const OF_SET = '--instance-arn INSTANCE --permission-set-arn SET';
const IDS = { list: { Issuer: 'text', Id: 'text' } } as const;
const BY_WHOM = unread('CreatedBy UpdatedBy UpdatedAt');

/** IAM Identity Center as the management or delegated administrator account sees it, after AWS's API reference. */
export const IDENTITY_CENTER_FILES: Readonly<Record<keyof AwsIdentityCenterShapes, AwsFileKind>> = {
  'sso-admin/list-instances': {
    command: 'aws sso-admin list-instances',
    gives: 'the instance of IAM Identity Center and its region',
    at: 'Instances',
    fields: { InstanceArn: 'text', IdentityStoreId: 'text', OwnerAccountId: 'text', ...unread('Name CreatedDate Status StatusReason') },
    looksLike: ({ Instances: list }) => has('InstanceArn')(firstOf(list)),
  },
  'sso-admin/list-permission-sets': {
    command: 'aws sso-admin list-permission-sets --instance-arn INSTANCE',
    gives: 'ARNs of permission sets',
    without: 'permission set assignments of IAM Identity Center are unknown',
    per: 'sso-admin/list-instances',
    at: null,
    fields: { PermissionSets: TEXTS },
    looksLike: has('PermissionSets'),
  },
  'sso-admin/describe-permission-set': {
    command: `aws sso-admin describe-permission-set ${OF_SET}`,
    gives: 'the name of a permission set, which identifies its roles in accounts',
    without: 'permission set names are unknown, so their assignments are not evaluated',
    per: 'sso-admin/list-permission-sets',
    at: 'PermissionSet',
    fields: { Name: 'text', PermissionSetArn: 'text', Description: 'text', CreatedDate: 'text', SessionDuration: 'text', RelayState: 'any' },
  },
  'sso-admin/get-inline-policy-for-permission-set': {
    command: `aws sso-admin get-inline-policy-for-permission-set ${OF_SET}`,
    gives: 'the inline policy of a permission set',
    at: null,
    fields: { InlinePolicy: 'text' },
    looksLike: byNameOnly,
  },
  'sso-admin/list-managed-policies-in-permission-set': {
    command: `aws sso-admin list-managed-policies-in-permission-set ${OF_SET}`,
    gives: 'AWS managed policies of a permission set',
    at: 'AttachedManagedPolicies',
    fields: { Name: 'text', Arn: 'text' },
    looksLike: byNameOnly,
  },
  'sso-admin/list-customer-managed-policy-references-in-permission-set': {
    command: `aws sso-admin list-customer-managed-policy-references-in-permission-set ${OF_SET}`,
    gives: 'customer managed policies of a permission set',
    at: 'CustomerManagedPolicyReferences',
    fields: { Name: 'text', Path: 'text' },
    looksLike: byNameOnly,
  },
  'sso-admin/get-permissions-boundary-for-permission-set': {
    command: `aws sso-admin get-permissions-boundary-for-permission-set ${OF_SET}`,
    gives: 'the permissions boundary of a permission set',
    at: 'PermissionsBoundary',
    fields: { ManagedPolicyArn: 'text', CustomerManagedPolicyReference: { Name: 'text', Path: 'any' } },
    looksLike: byNameOnly,
  },
  'sso-admin/list-account-assignments': {
    command: `aws sso-admin list-account-assignments ${OF_SET} --account-id ACCOUNT`,
    gives: 'permission set assignments in an account; the assigned users act as its role',
    without: 'permission set assignments of IAM Identity Center are unknown',
    per: 'sso-admin/list-permission-sets',
    at: 'AccountAssignments',
    fields: { AccountId: 'text', PermissionSetArn: 'text', PrincipalType: 'text', PrincipalId: 'text' },
  },
  'identitystore/list-users': {
    command: 'aws identitystore list-users --identity-store-id STORE',
    gives: 'users of IAM Identity Center and their ids in the source directory',
    without: 'users of IAM Identity Center are unknown',
    per: 'sso-admin/list-instances',
    at: 'Users',
    fields: {
      IdentityStoreId: 'text',
      UserId: 'text',
      UserName: 'text',
      ExternalIds: IDS,
      Emails: { list: { Value: 'text', Primary: 'flag', Type: 'any' } },
      DisplayName: 'text',
      Title: 'text',
      UserStatus: 'text',
      CreatedAt: 'text',
      ...BY_WHOM,
      ...unread(
        'Name NickName ProfileUrl Addresses PhoneNumbers UserType PreferredLanguage Locale Timezone Photos Website Birthdate Roles Extensions',
      ),
    },
    looksLike: ({ Users: list }) => has('IdentityStoreId', 'UserId')(firstOf(list)),
  },
  'identitystore/list-groups': {
    command: 'aws identitystore list-groups --identity-store-id STORE',
    gives: 'groups of IAM Identity Center',
    without: 'groups of IAM Identity Center are unknown',
    per: 'sso-admin/list-instances',
    at: 'Groups',
    fields: { IdentityStoreId: 'text', GroupId: 'text', DisplayName: 'text', ExternalIds: IDS, Description: 'text', CreatedAt: 'text', ...BY_WHOM },
    looksLike: ({ Groups: list }) => has('IdentityStoreId', 'GroupId')(firstOf(list)),
  },
  'identitystore/list-group-memberships': {
    command: 'aws identitystore list-group-memberships --identity-store-id STORE --group-id GROUP',
    gives: 'group memberships of IAM Identity Center',
    without: 'group memberships of IAM Identity Center are unknown',
    per: 'identitystore/list-groups',
    at: 'GroupMemberships',
    fields: { GroupId: 'text', MemberId: { UserId: 'text' }, ...BY_WHOM, ...unread('IdentityStoreId MembershipId CreatedAt') },
  },
};
