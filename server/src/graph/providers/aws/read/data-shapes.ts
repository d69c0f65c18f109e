import type { AwsPolicyText } from './compute-shapes';
import type { AwsBucket, AwsTag } from './common-shapes';

export interface AwsPublicAccessBlock {
  BlockPublicAcls?: boolean;
  IgnorePublicAcls?: boolean;
  BlockPublicPolicy?: boolean;
  RestrictPublicBuckets?: boolean;
}

/** One grant of `aws s3api get-bucket-acl`. */
/** The access control list of a bucket. */
export interface AwsAcl {
  Owner?: { ID?: string };
  Grants?: AwsGrant[];
}

export interface AwsGrant {
  Grantee?: { Type?: string; URI?: string; ID?: string };
  Permission?: string;
}

/** An access point of a bucket. Only `get-access-point` has the public access block. */
export interface AwsAccessPoint {
  Name?: string;
  AccessPointArn?: string;
  Bucket?: string;
  BucketAccountId?: string;
  VpcConfiguration?: { VpcId?: string };
  PublicAccessBlockConfiguration?: AwsPublicAccessBlock;
}

export interface AwsDbCluster {
  DBClusterIdentifier?: string;
  DBClusterArn?: string;
  Status?: string;
  Engine?: string;
  EngineVersion?: string;
  Endpoint?: string;
  Port?: number;
  ClusterCreateTime?: string;
  PubliclyAccessible?: boolean;
  StorageEncrypted?: boolean;
  KmsKeyId?: string;
  IAMDatabaseAuthenticationEnabled?: boolean;
  VpcSecurityGroups?: { VpcSecurityGroupId?: string }[];
  AssociatedRoles?: { RoleArn?: string; Status?: string }[];
  TagList?: AwsTag[];
}

export interface AwsDbSnapshot {
  DBSnapshotIdentifier?: string;
  DBSnapshotArn?: string;
  Status?: string;
  Engine?: string;
  SnapshotCreateTime?: string;
  Encrypted?: boolean;
  KmsKeyId?: string;
  TagList?: AwsTag[];
}

/** `aws rds describe-db-snapshot-attributes`: the accounts that may restore it. */
export interface AwsDbSnapshotShares {
  DBSnapshotIdentifier?: string;
  DBSnapshotAttributes?: { AttributeName?: string; AttributeValues?: string[] }[];
}

export interface AwsDbInstance {
  DBInstanceIdentifier?: string;
  DBInstanceArn?: string;
  DBInstanceStatus?: string;
  Engine?: string;
  EngineVersion?: string;
  Endpoint?: { Address?: string; Port?: number };
  InstanceCreateTime?: string;
  AvailabilityZone?: string;
  PubliclyAccessible?: boolean;
  StorageEncrypted?: boolean;
  KmsKeyId?: string;
  IAMDatabaseAuthenticationEnabled?: boolean;
  VpcSecurityGroups?: { VpcSecurityGroupId?: string }[];
  DBSubnetGroup?: { VpcId?: string; Subnets?: { SubnetIdentifier?: string }[] };
  TagList?: AwsTag[];
}

export interface AwsTable {
  TableName?: string;
  TableArn?: string;
  TableStatus?: string;
  CreationDateTime?: string;
  SSEDescription?: { Status?: string; KMSMasterKeyArn?: string };
}

export interface AwsKey {
  KeyId?: string;
  Arn?: string;
  CreationDate?: string;
  Description?: string;
  KeyState?: string;
  KeyManager?: string;
}

/** A grant of `aws kms list-grants`. */
export interface AwsKeyGrant {
  GrantId?: string;
  /** An ARN of a principal or account, or the name of a service. */
  GranteePrincipal?: string;
  RetiringPrincipal?: string;
  /** The name of a service, in place of the principal. */
  GranteeServicePrincipal?: string;
  RetiringServicePrincipal?: string;
  /** Operations without the prefix: Decrypt, GenerateDataKey. */
  Operations?: string[];
  Constraints?: { EncryptionContextEquals?: unknown; EncryptionContextSubset?: unknown; SourceArn?: unknown };
}

export interface AwsSecret {
  ARN?: string;
  Name?: string;
  KmsKeyId?: string;
  RotationEnabled?: boolean;
  CreatedDate?: string;
  LastAccessedDate?: string;
  Tags?: AwsTag[];
}

export interface AwsQueueAttributes extends AwsPolicyText {
  QueueArn?: string;
  CreatedTimestamp?: string;
  KmsMasterKeyId?: string;
  SqsManagedSseEnabled?: string;
}

export interface AwsTopicAttributes extends AwsPolicyText {
  TopicArn?: string;
  KmsMasterKeyId?: string;
}

export interface AwsRepository {
  repositoryArn?: string;
  repositoryName?: string;
  createdAt?: string;
}

export interface AwsTrail {
  Name?: string;
  TrailARN?: string;
  HomeRegion?: string;
  S3BucketName?: string;
  KmsKeyId?: string;
  IsMultiRegionTrail?: boolean;
  IsOrganizationTrail?: boolean;
  LogFileValidationEnabled?: boolean;
}

export interface AwsStoreShapes {
  's3/list-buckets': AwsBucket;
  's3/get-bucket-policy': AwsPolicyText;
  's3/get-public-access-block': AwsPublicAccessBlock;
  's3/get-bucket-tagging': { TagSet?: AwsTag[] };
  's3control/get-public-access-block': AwsPublicAccessBlock;
  's3control/list-access-points': AwsAccessPoint;
  's3control/get-access-point': AwsAccessPoint;
  's3control/get-access-point-policy': AwsPolicyText;
  's3/get-bucket-acl': AwsAcl;
  's3/get-bucket-ownership-controls': { Rules?: { ObjectOwnership?: string }[] };
  'rds/describe-db-clusters': AwsDbCluster;
  'rds/describe-db-snapshots': AwsDbSnapshot;
  'rds/describe-db-snapshot-attributes': AwsDbSnapshotShares;
  'rds/describe-db-instances': AwsDbInstance;
  'dynamodb/list-tables': { TableNames?: string[] };
  'dynamodb/describe-table': AwsTable;
  'dynamodb/get-resource-policy': AwsPolicyText;
}

export interface AwsServiceShapes {
  'kms/list-keys': { KeyId?: string; KeyArn?: string };
  'kms/describe-key': AwsKey;
  'kms/get-key-policy': AwsPolicyText;
  'kms/list-grants': AwsKeyGrant;
  'kms/list-aliases': { AliasName?: string; TargetKeyId?: string };
  'sqs/list-queues': { QueueUrls?: string[] };
  'sqs/get-queue-attributes': AwsQueueAttributes;
  'sns/list-topics': { TopicArn?: string };
  'sns/get-topic-attributes': AwsTopicAttributes;
  'secretsmanager/list-secrets': AwsSecret;
  'secretsmanager/get-resource-policy': { ARN?: string; ResourcePolicy?: string };
  'ecr/describe-repositories': AwsRepository;
  'ecr/get-repository-policy': { repositoryName?: string; policyText?: string };
  'cloudtrail/describe-trails': AwsTrail;
  'resourcegroupstaggingapi/get-resources': { ResourceARN?: string; Tags?: AwsTag[] };
}
