import type { FieldTypes } from '../../../engine/bundle/check-fields';

/** Fields of AWS responses, after AWS's API reference. An `any` field is ignored or has its own reader. */
const tags = { list: { Key: 'text', Value: 'text' } } as const;
const attached = { list: { PolicyName: 'text', PolicyArn: 'text' } } as const;
const inline = { list: { PolicyName: 'text', PolicyDocument: 'any' } } as const;
const boundary = { PermissionsBoundaryType: 'text', PermissionsBoundaryArn: 'text' } as const;

const user: FieldTypes = {
  Path: 'text',
  UserName: 'text',
  UserId: 'text',
  Arn: 'text',
  CreateDate: 'text',
  UserPolicyList: inline,
  GroupList: { list: 'text' },
  AttachedManagedPolicies: attached,
  PermissionsBoundary: boundary,
  Tags: tags,
};

const group: FieldTypes = {
  Path: 'text',
  GroupName: 'text',
  GroupId: 'text',
  Arn: 'text',
  CreateDate: 'text',
  GroupPolicyList: inline,
  AttachedManagedPolicies: attached,
};

const role: FieldTypes = {
  Path: 'text',
  RoleName: 'text',
  RoleId: 'text',
  Arn: 'text',
  CreateDate: 'text',
  AssumeRolePolicyDocument: 'any',
  InstanceProfileList: {
    list: { Path: 'text', InstanceProfileName: 'text', InstanceProfileId: 'text', Arn: 'text', CreateDate: 'text', Roles: 'any', Tags: tags },
  },
  RolePolicyList: inline,
  AttachedManagedPolicies: attached,
  PermissionsBoundary: boundary,
  Tags: tags,
  RoleLastUsed: { LastUsedDate: 'text', Region: 'text' },
  Description: 'any',
  MaxSessionDuration: 'any',
};

const policy: FieldTypes = {
  PolicyName: 'text',
  PolicyId: 'text',
  Arn: 'text',
  Path: 'text',
  DefaultVersionId: 'text',
  AttachmentCount: 'number',
  PermissionsBoundaryUsageCount: 'number',
  IsAttachable: 'flag',
  Description: 'any',
  CreateDate: 'text',
  UpdateDate: 'text',
  PolicyVersionList: { list: { Document: 'any', VersionId: 'text', IsDefaultVersion: 'flag', CreateDate: 'text' } },
  Tags: tags,
};

/** Lists of `aws iam get-account-authorization-details`. */
export const AUTHORIZATION_LISTS = { UserDetailList: user, GroupDetailList: group, RoleDetailList: role, Policies: policy } as const;

/** Response fields that hold the token of the next page. They are empty on the last page. */
export const NEXT_PAGE_FIELDS: readonly string[] = [
  'Marker',
  'NextToken',
  'nextToken',
  'NextMarker',
  'ContinuationToken',
  'PaginationToken',
  'LastEvaluatedTableName',
];

/** Paging fields of a response, and fields that SDKs add. */
export const PAGING_FIELDS: readonly string[] = [...NEXT_PAGE_FIELDS, 'IsTruncated', 'Truncated', 'ResponseMetadata'];

/** `aws iam get-credential-report`. */
export const CREDENTIAL_REPORT: FieldTypes = { Content: 'text', ReportFormat: 'text', GeneratedTime: 'text', ResponseMetadata: 'any' };
