export interface AwsPermissionSet {
  Name?: string;
  PermissionSetArn?: string;
  Description?: string;
  CreatedDate?: string;
  SessionDuration?: string;
}

export interface AwsAccountAssignment {
  AccountId?: string;
  PermissionSetArn?: string;
  PrincipalType?: string;
  PrincipalId?: string;
}

/** Ids of a synchronized user in the identity provider that it comes from. */
export interface AwsExternalId {
  Issuer?: string;
  Id?: string;
}

export interface AwsIdentityStoreUser {
  IdentityStoreId?: string;
  UserId?: string;
  UserName?: string;
  ExternalIds?: AwsExternalId[];
  Emails?: { Value?: string; Primary?: boolean }[];
  DisplayName?: string;
  Title?: string;
  UserStatus?: string;
  CreatedAt?: string;
}

export interface AwsIdentityStoreGroup {
  IdentityStoreId?: string;
  GroupId?: string;
  DisplayName?: string;
  ExternalIds?: AwsExternalId[];
  Description?: string;
  CreatedAt?: string;
}

export interface AwsIdentityCenterShapes {
  'sso-admin/list-instances': { InstanceArn?: string; IdentityStoreId?: string; OwnerAccountId?: string };
  'sso-admin/list-permission-sets': { PermissionSets?: string[] };
  'sso-admin/describe-permission-set': AwsPermissionSet;
  'sso-admin/get-inline-policy-for-permission-set': { InlinePolicy?: string };
  'sso-admin/list-managed-policies-in-permission-set': { Name?: string; Arn?: string };
  'sso-admin/list-customer-managed-policy-references-in-permission-set': { Name?: string; Path?: string };
  'sso-admin/get-permissions-boundary-for-permission-set': { ManagedPolicyArn?: string; CustomerManagedPolicyReference?: { Name?: string } };
  'sso-admin/list-account-assignments': AwsAccountAssignment;
  'identitystore/list-users': AwsIdentityStoreUser;
  'identitystore/list-groups': AwsIdentityStoreGroup;
  'identitystore/list-group-memberships': { GroupId?: string; MemberId?: { UserId?: string } };
}
