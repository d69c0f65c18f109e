/** Shapes of `aws iam get-account-authorization-details`, as far as they are read. Every field may be missing. */
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

interface AwsPrincipalBase {
  Path?: string;
  Arn?: string;
  CreateDate?: string;
  AttachedManagedPolicies?: AwsManagedPolicyRef[];
  PermissionsBoundary?: { PermissionsBoundaryArn?: string };
  Tags?: AwsTag[];
}

export interface AwsUser extends AwsPrincipalBase {
  UserName?: string;
  UserPolicyList?: AwsInlinePolicy[];
  GroupList?: string[];
}

export interface AwsGroup extends AwsPrincipalBase {
  GroupName?: string;
  GroupPolicyList?: AwsInlinePolicy[];
}

export interface AwsRole extends AwsPrincipalBase {
  RoleName?: string;
  AssumeRolePolicyDocument?: unknown;
  RolePolicyList?: AwsInlinePolicy[];
  RoleLastUsed?: { LastUsedDate?: string; Region?: string };
}

export interface AwsPolicy {
  PolicyName?: string;
  Arn?: string;
  Path?: string;
  DefaultVersionId?: string;
  AttachmentCount?: number;
  CreateDate?: string;
  UpdateDate?: string;
  PolicyVersionList?: { VersionId?: string; IsDefaultVersion?: boolean; Document?: unknown }[];
}

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
}

/** A bundle of one AWS account, read but not yet normalised. */
export interface AwsBundle {
  authorization: { file: string; details: AwsAuthorizationDetails } | null;
  buckets: AwsBucket[];
}
