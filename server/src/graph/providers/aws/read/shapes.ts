import type { AwsUsage } from '../normalise/usage';
import type { AwsInventory } from './inventory';

/** The parts of AWS responses that the importer reads. The bundle reader removes fields of the wrong type, so a field has its type or is missing. */

/** The place of an entry in the bundle. */
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

/** The credential report's data on one user. */
export interface AwsCredentialFacts {
  mfa: boolean;
  /** ISO 8601; null where never or unknown. */
  lastUsed: string | null;
  /** Age in days of the oldest active key at report time. Null where no key is active. */
  keyAgeDays: number | null;
  /** The last use of the password and of each key, by action: `signin:ConsoleLogin`, `s3:*`. Times in ISO 8601. */
  uses: { action: string; at: string; region: string }[];
}

/** A parsed bundle of one AWS account. Null where the bundle has no such file. */
export interface AwsBundle {
  authorization: AwsAuthorizationDetails | null;
  /** By user ARN. */
  credentials: Map<string, AwsCredentialFacts> | null;
  inventory: AwsInventory;
  usage: AwsUsage;
}
