import type { AwsTag } from '../aws-shapes';

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

export interface AwsComputeShapes {
  'ec2/describe-instances': { OwnerId?: string; Instances?: AwsInstance[] };
  'ec2/describe-volumes': AwsVolume;
  'lambda/list-functions': AwsFunction;
  'lambda/get-policy': AwsPolicyText;
}

/** A resource's own policy as JSON text. */
export interface AwsPolicyText {
  Policy?: string;
}
