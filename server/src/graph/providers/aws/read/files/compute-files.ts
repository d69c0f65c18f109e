import type { AwsComputeShapes } from '../compute-shapes';
import { has, TAGS, TEXTS, unread, type AwsFileKind } from './file-kind';

const groups = { list: { GroupId: 'text', GroupName: 'text' } } as const;

const instance = {
  ...unread(
    'Architecture BlockDeviceMappings ClientToken EbsOptimized EnaSupport Hypervisor InstanceLifecycle ElasticGpuAssociations ElasticInferenceAcceleratorAssociations',
  ),
  ...unread(
    'OutpostArn RootDeviceName RootDeviceType SourceDestCheck SpotInstanceRequestId SriovNetSupport StateReason VirtualizationType CpuOptions',
  ),
  ...unread(
    'CapacityBlockId CapacityReservationId CapacityReservationSpecification HibernationOptions Licenses EnclaveOptions BootMode PlatformDetails',
  ),
  ...unread('UsageOperation UsageOperationUpdateTime PrivateDnsNameOptions TpmSupport MaintenanceOptions CurrentInstanceBootMode'),
  ...unread('NetworkPerformanceOptions Operator SecondaryInterfaces PrivateDnsName PublicDnsName StateTransitionReason KeyName AmiLaunchIndex'),
  ...unread('ProductCodes KernelId RamdiskId Platform Monitoring'),
  InstanceId: 'text',
  InstanceType: 'text',
  ImageId: 'text',
  LaunchTime: 'text',
  State: { Name: 'text', Code: 'any' },
  Placement: {
    AvailabilityZone: 'text',
    ...unread('AvailabilityZoneId Affinity GroupName PartitionNumber HostId Tenancy SpreadDomain HostResourceGroupArn GroupId'),
  },
  PrivateIpAddress: 'text',
  PublicIpAddress: 'text',
  Ipv6Address: 'text',
  SubnetId: 'text',
  VpcId: 'text',
  IamInstanceProfile: { Arn: 'text', Id: 'any' },
  SecurityGroups: groups,
  NetworkInterfaces: {
    list: {
      SubnetId: 'text',
      Groups: groups,
      Association: { PublicIp: 'text', ...unread('CarrierIp CustomerOwnedIp IpOwnerId PublicDnsName') },
      Ipv6Addresses: { list: { Ipv6Address: 'text', IsPrimaryIpv6: 'any' } },
      ...unread('Attachment Description MacAddress NetworkInterfaceId OwnerId PrivateDnsName PrivateIpAddress PrivateIpAddresses SourceDestCheck'),
      ...unread('Status VpcId InterfaceType Ipv4Prefixes Ipv6Prefixes ConnectionTrackingConfiguration Operator'),
    },
  },
  MetadataOptions: { HttpTokens: 'text', ...unread('State HttpPutResponseHopLimit HttpEndpoint HttpProtocolIpv6 InstanceMetadataTags') },
  Tags: TAGS,
} as const;

/** Instances, disks and functions, after AWS's API reference. */
export const COMPUTE_FILES: Readonly<Record<keyof AwsComputeShapes, AwsFileKind>> = {
  'ec2/describe-instances': {
    command: 'aws ec2 describe-instances',
    gives:
      'instances, the role that each runs as by its instance profile, its subnet and security groups, its addresses, and whether the internet reaches it',
    without: 'instances and their roles are unknown',
    at: 'Reservations',
    fields: { OwnerId: 'text', Instances: { list: instance }, ...unread('ReservationId RequesterId Groups') },
  },
  'ec2/describe-volumes': {
    command: 'aws ec2 describe-volumes',
    gives: 'disks, their encryption and the instances that they are attached to',
    without: 'disks are unknown',
    at: 'Volumes',
    fields: {
      ...unread('AvailabilityZoneId OutpostArn SourceVolumeId Iops VolumeType FastRestored MultiAttachEnabled Throughput SseType Operator'),
      ...unread('VolumeInitializationRate SnapshotId'),
      VolumeId: 'text',
      AvailabilityZone: 'text',
      Size: 'number',
      State: 'text',
      CreateTime: 'text',
      Encrypted: 'flag',
      KmsKeyId: 'text',
      Attachments: {
        list: {
          InstanceId: 'text',
          State: 'text',
          ...unread('DeleteOnTermination AssociatedResource InstanceOwningService EbsCardIndex VolumeId Device AttachTime'),
        },
      },
      Tags: TAGS,
    },
  },
  'lambda/list-functions': {
    command: 'aws lambda list-functions',
    gives: 'functions with their roles, subnets and security groups',
    without: 'functions and their roles are unknown',
    at: 'Functions',
    fields: {
      FunctionName: 'text',
      FunctionArn: 'text',
      Runtime: 'text',
      Role: 'text',
      LastModified: 'text',
      State: 'text',
      KMSKeyArn: 'text',
      VpcConfig: { SubnetIds: TEXTS, SecurityGroupIds: TEXTS, VpcId: 'text', Ipv6AllowedForDualStack: 'any' },
      ...unread('Handler CodeSize Description Timeout MemorySize CodeSha256 Version DeadLetterConfig Environment TracingConfig MasterArn RevisionId'),
      ...unread(
        'Layers StateReason StateReasonCode LastUpdateStatus LastUpdateStatusReason LastUpdateStatusReasonCode FileSystemConfigs PackageType',
      ),
      ...unread(
        'ImageConfigResponse SigningProfileVersionArn SigningJobArn Architectures EphemeralStorage SnapStart RuntimeVersionConfig LoggingConfig',
      ),
      ...unread('CapacityProviderConfig ConfigSha256 DurableConfig TenancyConfig'),
    },
  },
  'lambda/get-policy': {
    command: 'aws lambda get-policy --function-name FUNCTION',
    gives: 'the resource policy of a function',
    without: 'access through function policies is unknown',
    per: 'lambda/list-functions',
    at: null,
    fields: { Policy: 'text', RevisionId: 'any' },
    looksLike: has('Policy', 'RevisionId'),
  },
  'lambda/list-function-url-configs': {
    command: 'aws lambda list-function-url-configs --function-name FUNCTION',
    gives: 'the URL of a function and its authentication type',
    per: 'lambda/list-functions',
    at: 'FunctionUrlConfigs',
    fields: { FunctionUrl: 'text', FunctionArn: 'text', AuthType: 'text', ...unread('CreationTime LastModifiedTime Cors InvokeMode') },
  },
  'ec2/describe-snapshots': {
    command: 'aws ec2 describe-snapshots --owner-ids self',
    gives: 'disk snapshots',
    at: 'Snapshots',
    fields: {
      SnapshotId: 'text',
      OwnerId: 'text',
      State: 'text',
      StartTime: 'text',
      VolumeSize: 'number',
      VolumeId: 'text',
      Description: 'text',
      Encrypted: 'flag',
      KmsKeyId: 'text',
      Tags: TAGS,
      ...unread('OwnerAlias OutpostArn StorageTier RestoreExpiryTime SseType AvailabilityZone TransferType CompletionDurationMinutes CompletionTime'),
      ...unread('FullSnapshotSizeInBytes StateMessage Progress DataEncryptionKeyId'),
    },
  },
  'ec2/describe-snapshot-attribute': {
    command: 'aws ec2 describe-snapshot-attribute --attribute createVolumePermission --snapshot-id SNAPSHOT',
    gives: 'the accounts that a snapshot is shared with, or the public',
    per: 'ec2/describe-snapshots',
    at: null,
    fields: { SnapshotId: 'text', CreateVolumePermissions: { list: { Group: 'text', UserId: 'text' } }, ProductCodes: 'any' },
    looksLike: has('SnapshotId', 'CreateVolumePermissions'),
  },
};
