import type { AwsTag } from './common-shapes';

export interface AwsVpc {
  VpcId?: string;
  OwnerId?: string;
  CidrBlock?: string;
  State?: string;
  IsDefault?: boolean;
  CidrBlockAssociationSet?: { CidrBlock?: string }[];
  Tags?: AwsTag[];
}

export interface AwsSubnet {
  SubnetId?: string;
  SubnetArn?: string;
  OwnerId?: string;
  VpcId?: string;
  CidrBlock?: string;
  AvailabilityZone?: string;
  MapPublicIpOnLaunch?: boolean;
  State?: string;
  Tags?: AwsTag[];
}

export interface AwsRoute {
  DestinationCidrBlock?: string;
  DestinationIpv6CidrBlock?: string;
  DestinationPrefixListId?: string;
  GatewayId?: string;
  NatGatewayId?: string;
  InstanceId?: string;
  NetworkInterfaceId?: string;
  TransitGatewayId?: string;
  VpcPeeringConnectionId?: string;
  EgressOnlyInternetGatewayId?: string;
  LocalGatewayId?: string;
  CarrierGatewayId?: string;
  CoreNetworkArn?: string;
  State?: string;
}

export interface AwsRouteTable {
  RouteTableId?: string;
  VpcId?: string;
  OwnerId?: string;
  Routes?: AwsRoute[];
  Associations?: { Main?: boolean; SubnetId?: string; AssociationState?: { State?: string } }[];
  Tags?: AwsTag[];
}

export interface AwsIpPermission {
  IpProtocol?: string;
  FromPort?: number;
  ToPort?: number;
  IpRanges?: { CidrIp?: string; Description?: string }[];
  Ipv6Ranges?: { CidrIpv6?: string; Description?: string }[];
  PrefixListIds?: { PrefixListId?: string; Description?: string }[];
  UserIdGroupPairs?: { GroupId?: string; UserId?: string; Description?: string }[];
}

export interface AwsSecurityGroup {
  GroupId?: string;
  GroupName?: string;
  Description?: string;
  SecurityGroupArn?: string;
  VpcId?: string;
  OwnerId?: string;
  IpPermissions?: AwsIpPermission[];
  IpPermissionsEgress?: AwsIpPermission[];
  Tags?: AwsTag[];
}

export interface AwsLoadBalancer {
  LoadBalancerArn?: string;
  LoadBalancerName?: string;
  DNSName?: string;
  Scheme?: string;
  Type?: string;
  VpcId?: string;
  State?: { Code?: string };
  CreatedTime?: string;
  AvailabilityZones?: { SubnetId?: string; LoadBalancerAddresses?: { IpAddress?: string }[] }[];
  SecurityGroups?: string[];
}

export interface AwsAddress {
  AllocationId?: string;
  PublicIp?: string;
  PrivateIpAddress?: string;
  InstanceId?: string;
  NetworkBorderGroup?: string;
  Tags?: AwsTag[];
}

export interface AwsInternetGateway {
  InternetGatewayId?: string;
  OwnerId?: string;
  Attachments?: { VpcId?: string; State?: string }[];
  Tags?: AwsTag[];
}

/** An endpoint for requests from a virtual network to a service. Gateway Load Balancer endpoints have no policy. */
export interface AwsVpcEndpoint {
  VpcEndpointId?: string;
  VpcEndpointType?: string;
  VpcId?: string;
  ServiceName?: string;
  OwnerId?: string;
  State?: string;
  PolicyDocument?: string;
}

export interface AwsNetworkShapes {
  'ec2/describe-vpcs': AwsVpc;
  'ec2/describe-subnets': AwsSubnet;
  'ec2/describe-route-tables': AwsRouteTable;
  'ec2/describe-security-groups': AwsSecurityGroup;
  'ec2/describe-addresses': AwsAddress;
  'ec2/describe-internet-gateways': AwsInternetGateway;
  'ec2/describe-vpc-endpoints': AwsVpcEndpoint;
  'elbv2/describe-load-balancers': AwsLoadBalancer;
}
