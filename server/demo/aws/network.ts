import { OFFICE_NETWORKS } from '../company/places';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import type { AwsAccount } from './accounts';
import { tagList } from './authorization';

export interface AwsSubnet {
  id: string;
  vpc: AwsVpc;
  zone: string;
  public: boolean;
  /** First three octets of its addresses. */
  network: string;
}

export interface AwsVpc {
  id: string;
  region: string;
  /** First two octets of its addresses. */
  network: string;
  gateway: string;
}

export function vpcsOf({ seed }: Plan, { id, regions, index }: AwsAccount): AwsVpc[] {
  return regions.map((region, order) => {
    const rng = seed.at('vpc', id, region);
    return { id: `vpc-0${rng.hex(16)}`, gateway: `igw-0${rng.hex(16)}`, region, network: `10.${(index * 2 + order) % 256}` };
  });
}

/** Returns the subnets of a VPC: three public and three private ones. */
export function subnetsOf({ seed }: Plan, vpc: AwsVpc): AwsSubnet[] {
  return Array.from({ length: 6 }, (_, order) => ({
    id: `subnet-0${seed.at('subnet', vpc.id, order).hex(16)}`,
    vpc,
    zone: `${vpc.region}${'abc'[order % 3]}`,
    public: order < 3,
    network: `${vpc.network}.${order * 16}`,
  }));
}

export type GroupRole = 'web' | 'service' | 'database' | 'bastion';
const GROUP_ROLES: readonly GroupRole[] = ['web', 'service', 'database', 'bastion'];

export function securityGroupId({ seed }: Plan, vpc: AwsVpc, workload: string, role: GroupRole): string {
  return `sg-0${seed.at('security-group', vpc.id, role === 'bastion' ? '' : workload, role).hex(16)}`;
}

/** Yields the files about VPCs, subnets, routes and security groups of an account. */
export function* networkFiles(plan: Plan, account: AwsAccount): Generator<DemoFile> {
  const vpcs = vpcsOf(plan, account);
  yield listsFile('ec2/describe-vpcs.json', {
    Vpcs: vpcs.map(({ id, network, region }) => ({
      VpcId: id,
      CidrBlock: `${network}.0.0/16`,
      State: 'available',
      OwnerId: account.id,
      InstanceTenancy: 'default',
      IsDefault: false,
      Tags: tagList({ Name: `${account.name}-${region}` }),
    })),
  });
  const subnets = vpcs.flatMap((vpc) => subnetsOf(plan, vpc));
  yield listsFile('ec2/describe-subnets.json', {
    Subnets: subnets.map((subnet) => ({
      SubnetId: subnet.id,
      SubnetArn: `arn:aws:ec2:${subnet.vpc.region}:${account.id}:subnet/${subnet.id}`,
      VpcId: subnet.vpc.id,
      CidrBlock: `${subnet.network}.0/20`,
      AvailabilityZone: subnet.zone,
      MapPublicIpOnLaunch: subnet.public,
      State: 'available',
      OwnerId: account.id,
      Tags: tagList({ Name: `${subnet.public ? 'public' : 'private'}-${subnet.zone}` }),
    })),
  });
  yield listsFile('ec2/describe-route-tables.json', { RouteTables: vpcs.flatMap((vpc) => routeTables(plan, account, vpc)) });
  yield listsFile('ec2/describe-security-groups.json', { SecurityGroups: securityGroups(plan, account, vpcs) });
}

function routeTables(plan: Plan, { id: owner }: AwsAccount, vpc: AwsVpc) {
  return [true, false].map((isPublic) => {
    const rng = plan.seed.at('route-table', vpc.id, String(isPublic));
    const id = `rtb-0${rng.hex(16)}`;
    const inside = { DestinationCidrBlock: `${vpc.network}.0.0/16`, GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' };
    const outside = isPublic ? { GatewayId: vpc.gateway } : { NatGatewayId: `nat-0${rng.hex(16)}` };
    return {
      RouteTableId: id,
      VpcId: vpc.id,
      OwnerId: owner,
      Routes: [inside, { DestinationCidrBlock: '0.0.0.0/0', ...outside, Origin: 'CreateRoute', State: 'active' }],
      Associations: subnetsOf(plan, vpc)
        .filter((subnet) => subnet.public === isPublic)
        .map((subnet) => ({
          Main: false,
          RouteTableAssociationId: `rtbassoc-0${plan.seed.at('association', subnet.id).hex(16)}`,
          RouteTableId: id,
          SubnetId: subnet.id,
          AssociationState: { State: 'associated' },
        })),
      Tags: tagList({ Name: isPublic ? 'public' : 'private' }),
    };
  });
}

function* securityGroups(plan: Plan, account: AwsAccount, vpcs: readonly AwsVpc[]) {
  const everywhere = [{ CidrIp: '0.0.0.0/0' }];
  const rule = (port: number, from: { IpRanges?: unknown; UserIdGroupPairs?: unknown }) => ({
    IpProtocol: 'tcp',
    FromPort: port,
    ToPort: port,
    IpRanges: [],
    Ipv6Ranges: [],
    PrefixListIds: [],
    UserIdGroupPairs: [],
    ...from,
  });
  for (const vpc of vpcs) {
    const of = (workload: string, role: GroupRole) => ({
      UserIdGroupPairs: [{ GroupId: securityGroupId(plan, vpc, workload, role), UserId: account.id }],
    });
    for (const [order, { name }] of account.workloads.entries()) {
      for (const role of GROUP_ROLES) {
        if (role === 'bastion' && order > 0) continue;
        // In sandboxes and development accounts, bastions and one database are open to the internet.
        const careless = account.purpose === 'sandbox' || account.purpose === 'development';
        const rules: Record<GroupRole, unknown[]> = {
          web: [rule(443, { IpRanges: everywhere, Ipv6Ranges: [{ CidrIpv6: '::/0' }] } as object), rule(80, { IpRanges: everywhere })],
          service: [rule(8080, of(name, 'web'))],
          database: careless && order === 0 ? [rule(5432, { IpRanges: everywhere })] : [rule(5432, of(name, 'service'))],
          bastion: [rule(22, { IpRanges: careless ? everywhere : OFFICE_NETWORKS.map((CidrIp) => ({ CidrIp })) })],
        };
        yield {
          GroupId: securityGroupId(plan, vpc, name, role),
          GroupName: role === 'bastion' ? 'bastion' : `${name}-${role}`,
          Description: role === 'bastion' ? 'Way in for operators' : `${role} tier of ${name}`,
          VpcId: vpc.id,
          OwnerId: account.id,
          IpPermissions: rules[role],
          IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: everywhere, Ipv6Ranges: [], PrefixListIds: [], UserIdGroupPairs: [] }],
          Tags: tagList({ workload: name }),
        };
      }
    }
  }
}
