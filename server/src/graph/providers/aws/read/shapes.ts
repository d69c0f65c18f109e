import type { AwsUsage } from '../normalise/usage';
import type { AwsInventory } from './inventory';

/**
 * Shapes of AWS's own answers, as far as they are read. The bundle reader takes out what is of the wrong type, so a field is of its
 * type or missing.
 */

/** Where in the bundle an entry stands. */
export interface Origin {
  file: string;
  /** JSON pointer. */
  place: string;
}

export interface AwsManagedPolicyRef {
  PolicyName?: string;
  PolicyArn?: string;
}

export interface AwsInlinePolicy {
  PolicyName?: string;
  PolicyDocument?: unknown;
}

export interface AwsTag {
  Key?: string;
  Value?: string;
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

export interface AwsBucket {
  Name?: string;
  CreationDate?: string;
  BucketRegion?: string;
  BucketArn?: string;
}

/** What the credential report says of one user. */
export interface AwsCredentialFacts {
  mfa: boolean;
  /** ISO 8601; null: never, or not known. */
  lastUsed: string | null;
  /** Of the oldest active key, at the time of the report. Null: no active key. */
  keyAgeDays: number | null;
  /** The last use of its password and of each key: `signin:ConsoleLogin`, `s3:*`. Times in ISO 8601. */
  uses: { action: string; at: string; region: string }[];
}

/** A bundle of one AWS account, read but not yet normalised. Null: the bundle has no such file. */
export interface AwsBundle {
  authorization: AwsAuthorizationDetails | null;
  /** By the user's ARN. */
  credentials: Map<string, AwsCredentialFacts> | null;
  inventory: AwsInventory;
  usage: AwsUsage;
}
