import type { AwsUsage } from '../normalise/usage';
import type { AwsCredentialFacts, AwsTag, Origin } from './common-shapes';
import type { AwsInventory } from './inventory';

export interface AwsManagedPolicyRef {
  PolicyName?: string;
  PolicyArn?: string;
}

export interface AwsInlinePolicy {
  PolicyName?: string;
  PolicyDocument?: unknown;
}

export interface AwsInstanceProfile {
  InstanceProfileName?: string;
  Arn?: string;
  Path?: string;
  CreateDate?: string;
}

interface AwsEntry {
  origin: Origin;
  Path?: string;
  Arn?: string;
  CreateDate?: string;
}

interface AwsPrincipal extends AwsEntry {
  AttachedManagedPolicies?: AwsManagedPolicyRef[];
  PermissionsBoundary?: { PermissionsBoundaryArn?: string };
  Tags?: AwsTag[];
}

export interface AwsUser extends AwsPrincipal {
  UserName?: string;
  UserId?: string;
  UserPolicyList?: AwsInlinePolicy[];
  GroupList?: string[];
}

export interface AwsGroup extends AwsPrincipal {
  GroupName?: string;
  GroupPolicyList?: AwsInlinePolicy[];
}

export interface AwsRole extends AwsPrincipal {
  RoleName?: string;
  AssumeRolePolicyDocument?: unknown;
  RolePolicyList?: AwsInlinePolicy[];
  InstanceProfileList?: AwsInstanceProfile[];
  RoleLastUsed?: { LastUsedDate?: string; Region?: string };
}

export interface AwsPolicyVersion {
  VersionId?: string;
  IsDefaultVersion?: boolean;
  CreateDate?: string;
  Document?: unknown;
}

export interface AwsPolicy extends AwsEntry {
  PolicyName?: string;
  DefaultVersionId?: string;
  AttachmentCount?: number;
  UpdateDate?: string;
  PolicyVersionList?: AwsPolicyVersion[];
  Tags?: AwsTag[];
}

/** `aws iam get-account-authorization-details`, all pages. */
export interface AwsAuthorizationDetails {
  UserDetailList: AwsUser[];
  GroupDetailList: AwsGroup[];
  RoleDetailList: AwsRole[];
  Policies: AwsPolicy[];
}

/** A parsed bundle of one AWS account. Null where the bundle has no such file. */
export interface AwsBundle {
  authorization: AwsAuthorizationDetails | null;
  /** By user ARN. */
  credentials: Map<string, AwsCredentialFacts> | null;
  inventory: AwsInventory;
  usage: AwsUsage;
}
