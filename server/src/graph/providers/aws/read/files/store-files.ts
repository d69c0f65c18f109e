import type { AwsStoreShapes } from '../data-shapes';
import { byNameOnly, has, TAGS, TEXTS, unread, type AwsFileKind } from './file-kind';

const accessBlock = { BlockPublicAcls: 'flag', IgnorePublicAcls: 'flag', BlockPublicPolicy: 'flag', RestrictPublicBuckets: 'flag' } as const;

const accessPoint = {
  Name: 'text',
  AccessPointArn: 'text',
  Bucket: 'text',
  BucketAccountId: 'text',
  VpcConfiguration: { VpcId: 'text' },
  ...unread('NetworkOrigin Alias DataSourceId DataSourceType'),
} as const;

const database = {
  ...unread('DBInstanceClass MasterUsername DBName AllocatedStorage PreferredBackupWindow BackupRetentionPeriod DBSecurityGroups DBParameterGroups'),
  ...unread('PreferredMaintenanceWindow UpgradeRolloutOrder PendingModifiedValues LatestRestorableTime MultiAZ AutoMinorVersionUpgrade'),
  ...unread('ReadReplicaSourceDBInstanceIdentifier ReadReplicaDBInstanceIdentifiers ReadReplicaDBClusterIdentifiers ReplicaMode LicenseModel Iops'),
  ...unread('StorageThroughput OptionGroupMemberships CharacterSetName NcharCharacterSetName SecondaryAvailabilityZone StatusInfos StorageType'),
  ...unread('StorageEncryptionType TdeCredentialArn DbInstancePort DBClusterIdentifier DbiResourceId CACertificateIdentifier DomainMemberships'),
  ...unread('CopyTagsToSnapshot MonitoringInterval EnhancedMonitoringResourceArn MonitoringRoleArn PromotionTier Timezone DatabaseInsightsMode'),
  ...unread(
    'PerformanceInsightsEnabled PerformanceInsightsKMSKeyId PerformanceInsightsRetentionPeriod EnabledCloudwatchLogsExports ProcessorFeatures',
  ),
  ...unread('DeletionProtection AssociatedRoles ListenerEndpoint MaxAllocatedStorage AutomationMode ResumeFullAutomationModeTime'),
  ...unread('CustomerOwnedIpEnabled NetworkType ActivityStreamStatus ActivityStreamKmsKeyId ActivityStreamKinesisStreamName ActivityStreamMode'),
  ...unread('ActivityStreamEngineNativeAuditFieldsIncluded AwsBackupRecoveryPointArn DBInstanceAutomatedBackupsReplications BackupTarget'),
  ...unread('AutomaticRestartTime CustomIamInstanceProfile ActivityStreamPolicyStatus CertificateDetails DBSystemId MasterUserSecret'),
  ...unread('ReadReplicaSourceDBClusterIdentifier PercentProgress MultiTenant DedicatedLogVolume IsStorageConfigUpgradeAvailable'),
  ...unread('EngineLifecycleSupport AdditionalStorageVolumes StorageVolumeStatus'),
  DBInstanceIdentifier: 'text',
  DBInstanceArn: 'text',
  DBInstanceStatus: 'text',
  Engine: 'text',
  EngineVersion: 'text',
  Endpoint: { Address: 'text', Port: 'number', HostedZoneId: 'any' },
  InstanceCreateTime: 'text',
  AvailabilityZone: 'text',
  PubliclyAccessible: 'flag',
  StorageEncrypted: 'flag',
  KmsKeyId: 'text',
  IAMDatabaseAuthenticationEnabled: 'flag',
  VpcSecurityGroups: { list: { VpcSecurityGroupId: 'text', Status: 'any' } },
  DBSubnetGroup: {
    VpcId: 'text',
    Subnets: { list: { SubnetIdentifier: 'text', ...unread('SubnetAvailabilityZone SubnetOutpost SubnetStatus') } },
    ...unread('DBSubnetGroupName DBSubnetGroupDescription SubnetGroupStatus DBSubnetGroupArn SupportedNetworkTypes'),
  },
  TagList: TAGS,
} as const;

const cluster = {
  ...unread(
    'AllocatedStorage AvailabilityZones BackupRetentionPeriod CharacterSetName DatabaseName DBClusterParameterGroup DBSubnetGroup AutomaticRestartTime',
  ),
  ...unread(
    'PercentProgress EarliestRestorableTime ReaderEndpoint CustomEndpoints MultiAZ LatestRestorableTime MasterUsername DBClusterOptionGroupMemberships',
  ),
  ...unread(
    'PreferredBackupWindow PreferredMaintenanceWindow ReplicationSourceIdentifier ReadReplicaIdentifiers StatusInfos DBClusterMembers HostedZoneId',
  ),
  ...unread(
    'DbClusterResourceId CloneGroupId EarliestBacktrackTime BacktrackWindow BacktrackConsumedChangeRecords EnabledCloudwatchLogsExports Capacity',
  ),
  ...unread(
    'PendingModifiedValues EngineMode ScalingConfigurationInfo RdsCustomClusterConfiguration DBClusterInstanceClass StorageType Iops StorageThroughput',
  ),
  ...unread(
    'IOOptimizedNextAllowedModificationTime DeletionProtection HttpEndpointEnabled ActivityStreamMode ActivityStreamStatus ActivityStreamKmsKeyId',
  ),
  ...unread(
    'ActivityStreamKinesisStreamName CopyTagsToSnapshot CrossAccountClone DomainMemberships GlobalClusterIdentifier GlobalWriteForwardingStatus',
  ),
  ...unread(
    'GlobalWriteForwardingRequested AutoMinorVersionUpgrade MonitoringInterval MonitoringRoleArn DatabaseInsightsMode PerformanceInsightsEnabled',
  ),
  ...unread(
    'PerformanceInsightsKMSKeyId PerformanceInsightsRetentionPeriod ServerlessV2ScalingConfiguration ServerlessV2PlatformVersion NetworkType',
  ),
  ...unread(
    'DBSystemId MasterUserSecret AwsBackupRecoveryPointArn LocalWriteForwardingStatus LimitlessDatabase ClusterScalabilityType CertificateDetails',
  ),
  ...unread('EngineLifecycleSupport StorageEncryptionType UpgradeRolloutOrder'),
  DBClusterIdentifier: 'text',
  DBClusterArn: 'text',
  Status: 'text',
  Engine: 'text',
  EngineVersion: 'text',
  Endpoint: 'text',
  Port: 'number',
  ClusterCreateTime: 'text',
  PubliclyAccessible: 'flag',
  StorageEncrypted: 'flag',
  KmsKeyId: 'text',
  IAMDatabaseAuthenticationEnabled: 'flag',
  VpcSecurityGroups: { list: { VpcSecurityGroupId: 'text', Status: 'any' } },
  AssociatedRoles: { list: { RoleArn: 'text', Status: 'text', FeatureName: 'any' } },
  TagList: TAGS,
} as const;

const databaseSnapshot = {
  ...unread(
    'DBInstanceIdentifier AllocatedStorage Port AvailabilityZone VpcId InstanceCreateTime MasterUsername EngineVersion LicenseModel SnapshotType Iops',
  ),
  ...unread(
    'OptionGroupName PercentProgress SourceRegion SourceDBSnapshotIdentifier StorageType TdeCredentialArn Timezone IAMDatabaseAuthenticationEnabled',
  ),
  ...unread(
    'ProcessorFeatures DbiResourceId OriginalSnapshotCreateTime SnapshotDatabaseTime SnapshotTarget StorageThroughput DBSystemId DedicatedLogVolume',
  ),
  ...unread('MultiTenant SnapshotAvailabilityZone StorageEncryptionType AdditionalStorageVolumes BackupRetentionPeriod PreferredBackupWindow'),
  DBSnapshotIdentifier: 'text',
  DBSnapshotArn: 'text',
  Status: 'text',
  Engine: 'text',
  SnapshotCreateTime: 'text',
  Encrypted: 'flag',
  KmsKeyId: 'text',
  TagList: TAGS,
} as const;

/** Buckets, databases and tables, after AWS's API reference. */
export const STORE_FILES: Readonly<Record<keyof AwsStoreShapes, AwsFileKind>> = {
  's3/list-buckets': {
    command: 'aws s3api list-buckets',
    gives: 'buckets',
    without: 'only buckets named in policies are known',
    at: 'Buckets',
    fields: { Name: 'text', CreationDate: 'text', BucketRegion: 'text', BucketArn: 'text' },
    beside: ['Owner', 'Prefix'],
  },
  's3/get-bucket-policy': {
    command: 'aws s3api get-bucket-policy --bucket BUCKET',
    gives: 'the bucket policy, including public and cross-account access',
    without: 'the effect of bucket policies is unknown',
    per: 's3/list-buckets',
    at: null,
    fields: { Policy: 'text' },
    looksLike: (answer) => Object.keys(answer).join() === 'Policy' && typeof answer.Policy === 'string',
  },
  's3/get-public-access-block': {
    command: 'aws s3api get-public-access-block --bucket BUCKET',
    gives: 'the public access block of a bucket',
    without: 'a bucket with a public policy counts as public',
    per: 's3/list-buckets',
    at: 'PublicAccessBlockConfiguration',
    fields: accessBlock,
  },
  's3/get-bucket-tagging': {
    command: 'aws s3api get-bucket-tagging --bucket BUCKET',
    gives: 'bucket tags, which policy conditions can use',
    without: 'bucket tags are unknown',
    per: 's3/list-buckets',
    at: null,
    fields: { TagSet: TAGS },
    looksLike: has('TagSet'),
  },
  's3control/get-public-access-block': {
    command: 'aws s3control get-public-access-block --account-id ACCOUNT',
    gives: 'the public access block of the account, which covers all buckets',
    at: 'PublicAccessBlockConfiguration',
    fields: accessBlock,
    looksLike: byNameOnly,
  },
  's3control/list-access-points': {
    command: 'aws s3control list-access-points --account-id ACCOUNT',
    gives: 'access points of buckets',
    at: 'AccessPointList',
    fields: accessPoint,
  },
  's3control/get-access-point': {
    command: 'aws s3control get-access-point --account-id ACCOUNT --name ACCESS_POINT',
    gives: 'the public access block of an access point',
    per: 's3control/list-access-points',
    at: null,
    fields: { ...accessPoint, PublicAccessBlockConfiguration: accessBlock, ...unread('CreationDate Endpoints') },
    looksLike: has('AccessPointArn', 'PublicAccessBlockConfiguration'),
  },
  's3control/get-access-point-policy': {
    command: 'aws s3control get-access-point-policy --account-id ACCOUNT --name ACCESS_POINT',
    gives: 'the policy of an access point, to which a bucket policy can delegate',
    per: 's3control/list-access-points',
    at: null,
    fields: { Policy: 'text' },
    looksLike: byNameOnly,
  },
  's3/get-bucket-acl': {
    command: 'aws s3api get-bucket-acl --bucket BUCKET',
    gives: 'the access control list of a bucket and the canonical user id of its owner',
    at: null,
    fields: {
      Owner: { ID: 'text', ...unread('DisplayName') },
      Grants: { list: { Grantee: { Type: 'text', URI: 'text', ID: 'text', ...unread('DisplayName EmailAddress') }, Permission: 'text' } },
    },
    looksLike: has('Grants', 'Owner'),
  },
  's3/get-bucket-ownership-controls': {
    command: 'aws s3api get-bucket-ownership-controls --bucket BUCKET',
    gives: 'whether the access control list of a bucket is in effect',
    at: 'OwnershipControls',
    fields: { Rules: { list: { ObjectOwnership: 'text' } } },
  },
  'rds/describe-db-instances': {
    command: 'aws rds describe-db-instances',
    gives: 'relational databases, their encryption and internet exposure',
    without: 'relational databases are unknown',
    at: 'DBInstances',
    fields: database,
  },
  'rds/describe-db-clusters': {
    command: 'aws rds describe-db-clusters',
    gives: 'database clusters, their encryption and roles',
    at: 'DBClusters',
    fields: cluster,
  },
  'rds/describe-db-snapshots': {
    command: 'aws rds describe-db-snapshots',
    gives: 'database snapshots',
    at: 'DBSnapshots',
    fields: databaseSnapshot,
  },
  'rds/describe-db-snapshot-attributes': {
    command: 'aws rds describe-db-snapshot-attributes --db-snapshot-identifier SNAPSHOT',
    gives: 'the accounts that a database snapshot is shared with, or the public',
    per: 'rds/describe-db-snapshots',
    at: 'DBSnapshotAttributesResult',
    fields: { DBSnapshotIdentifier: 'text', DBSnapshotAttributes: { list: { AttributeName: 'text', AttributeValues: TEXTS } } },
  },
  'dynamodb/list-tables': {
    command: 'aws dynamodb list-tables',
    gives: 'names of NoSQL tables',
    without: 'NoSQL tables are unknown',
    at: null,
    fields: { TableNames: TEXTS },
    looksLike: has('TableNames'),
  },
  'dynamodb/describe-table': {
    command: 'aws dynamodb describe-table --table-name TABLE',
    gives: 'a table with its status and encryption key',
    at: 'Table',
    fields: {
      TableName: 'text',
      TableArn: 'text',
      TableStatus: 'text',
      CreationDateTime: 'text',
      SSEDescription: { Status: 'text', KMSMasterKeyArn: 'text', ...unread('SSEType InaccessibleEncryptionDateTime') },
      ...unread('AttributeDefinitions KeySchema ProvisionedThroughput TableSizeBytes ItemCount TableId BillingModeSummary LocalSecondaryIndexes'),
      ...unread('GlobalSecondaryIndexes StreamSpecification LatestStreamLabel LatestStreamArn GlobalTableVersion Replicas GlobalTableWitnesses'),
      ...unread('GlobalTableSettingsReplicationMode RestoreSummary ArchivalSummary TableClassSummary DeletionProtectionEnabled OnDemandThroughput'),
      ...unread('WarmThroughput MultiRegionConsistency'),
    },
  },
  'dynamodb/get-resource-policy': {
    command: 'aws dynamodb get-resource-policy --resource-arn TABLE_ARN',
    gives: 'the policy of a table',
    at: null,
    fields: { Policy: 'text', RevisionId: 'any' },
    looksLike: byNameOnly,
  },
};
