import type { AwsTag } from './common-shapes';

export interface AwsGroupRef {
  GroupId?: string;
}

export interface AwsInstance {
  InstanceId?: string;
  InstanceType?: string;
  LaunchTime?: string;
  State?: { Name?: string };
  Placement?: { AvailabilityZone?: string };
  PrivateIpAddress?: string;
  PublicIpAddress?: string;
  Ipv6Address?: string;
  SubnetId?: string;
  VpcId?: string;
  ImageId?: string;
  IamInstanceProfile?: { Arn?: string };
  SecurityGroups?: AwsGroupRef[];
  NetworkInterfaces?: {
    SubnetId?: string;
    Groups?: AwsGroupRef[];
    Association?: { PublicIp?: string };
    Ipv6Addresses?: { Ipv6Address?: string }[];
  }[];
  MetadataOptions?: { HttpTokens?: string };
  Tags?: AwsTag[];
}

export interface AwsVolume {
  VolumeId?: string;
  AvailabilityZone?: string;
  Size?: number;
  State?: string;
  CreateTime?: string;
  Encrypted?: boolean;
  KmsKeyId?: string;
  Attachments?: { InstanceId?: string; State?: string }[];
  Tags?: AwsTag[];
}

export interface AwsFunction {
  FunctionName?: string;
  FunctionArn?: string;
  Runtime?: string;
  Role?: string;
  LastModified?: string;
  State?: string;
  KMSKeyArn?: string;
  VpcConfig?: { SubnetIds?: string[]; SecurityGroupIds?: string[]; VpcId?: string };
}

export interface AwsSnapshot {
  SnapshotId?: string;
  OwnerId?: string;
  State?: string;
  StartTime?: string;
  VolumeSize?: number;
  VolumeId?: string;
  Description?: string;
  Encrypted?: boolean;
  KmsKeyId?: string;
  Tags?: AwsTag[];
}

/** `aws ec2 describe-snapshot-attribute --attribute createVolumePermission`: the accounts that may create volumes from it. */
export interface AwsSnapshotShares {
  SnapshotId?: string;
  CreateVolumePermissions?: { Group?: string; UserId?: string }[];
}

export interface AwsFunctionUrl {
  FunctionUrl?: string;
  FunctionArn?: string;
  AuthType?: string;
}

export interface AwsComputeShapes {
  'ec2/describe-instances': { OwnerId?: string; Instances?: AwsInstance[] };
  'ec2/describe-volumes': AwsVolume;
  'lambda/list-functions': AwsFunction;
  'lambda/get-policy': AwsPolicyText;
  'lambda/list-function-url-configs': AwsFunctionUrl;
  'ec2/describe-snapshots': AwsSnapshot;
  'ec2/describe-snapshot-attribute': AwsSnapshotShares;
}

/** A resource policy as JSON text. */
export interface AwsPolicyText {
  Policy?: string;
}
