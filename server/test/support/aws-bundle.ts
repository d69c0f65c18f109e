import { normaliseAws } from '../../src/graph/providers/aws/normalise/normalise';
import type { Entity, Warning } from '../../src/graph/engine/model';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { AwsBundleReader } from '../../src/graph/providers/aws/read/read-account';
import { ACCOUNT, allow, arn, COMPANY, dump, policyDocument, role, trust } from './aws-account';
import { STORES } from './aws-stores';

export interface BundleFacts extends SourceFacts {
  /** Warnings of reading and of normalising, without those about missing files. */
  said: Warning[];
  entity: (name: string) => Entity;
  /** Relations by name, as "child kind parent". */
  hanging: string[];
}

/** Returns the facts of a bundle. Files are given by name; text stays as it is, everything else is written as JSON. */
export function factsOf(files: Record<string, unknown>, account = ACCOUNT): BundleFacts {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) {
    const content = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    reader.add({ name, content, problem: null });
  }
  const { bundle, warnings } = reader.result();
  const facts = normaliseAws('t', account, bundle);
  const names = new Map(facts.entities.map(({ nativeId, name }) => [nativeId, name]));
  const nameOf = (nativeId: string): string => names.get(nativeId) ?? nativeId;
  return {
    ...facts,
    said: [...warnings, ...facts.warnings].filter(({ message }) => !message.startsWith('The bundle has no')),
    entity: (name) => {
      const found = facts.entities.find((entity) => entity.name === name);
      if (!found) throw new Error(`no ${name} among ${[...names.values()].join(', ')}`);
      return found;
    },
    hanging: facts.relations.map(({ child, parent, kind }) => `${nameOf(child.nativeId)} ${kind} ${nameOf(parent.nativeId)}`),
  };
}

const PROFILE = { InstanceProfileName: 'node', InstanceProfileId: 'AIPA', Arn: arn('instance-profile', 'node'), Path: '/' };
const UNIT = { Id: 'ou-root-work', Arn: `arn:aws:organizations::${ACCOUNT}:ou/o-abcdefghij/ou-root-work`, Name: 'Workloads' };
const CONTROL = {
  Id: 'p-1',
  Arn: `arn:aws:organizations::${ACCOUNT}:policy/o-abcdefghij/service_control_policy/p-1`,
  Name: 'no-iam',
  Type: 'SERVICE_CONTROL_POLICY',
};
const MEMBER = { Id: '222233334444', Arn: `arn:aws:organizations::${ACCOUNT}:account/o-abcdefghij/222233334444`, Name: 'prod', Status: 'ACTIVE' };

/** An account with a little of everything that a bundle may hold. */
export const AWS_BUNDLE: Readonly<Record<string, unknown>> = {
  'iam/details.json': dump({
    ...COMPANY,
    roles: [...(COMPANY.roles ?? []), { ...role('node-role', trust({ Service: 'ec2.amazonaws.com' })), InstanceProfileList: [PROFILE] }],
  }),
  'ec2/describe-vpcs.json': { Vpcs: [{ VpcId: 'vpc-1', CidrBlock: '10.0.0.0/16', OwnerId: ACCOUNT }] },
  'ec2/describe-subnets.json': { Subnets: [{ SubnetId: 'subnet-1', VpcId: 'vpc-1', OwnerId: ACCOUNT, AvailabilityZone: 'eu-west-1a' }] },
  'ec2/describe-route-tables.json': {
    RouteTables: [
      {
        RouteTableId: 'rtb-1',
        VpcId: 'vpc-1',
        Routes: [{ DestinationCidrBlock: '0.0.0.0/0', GatewayId: 'igw-1', State: 'active' }],
        Associations: [{ Main: true, AssociationState: { State: 'associated' } }],
      },
    ],
  },
  'ec2/describe-security-groups.json': {
    SecurityGroups: [
      {
        GroupId: 'sg-1',
        GroupName: 'web',
        VpcId: 'vpc-1',
        IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
      },
    ],
  },
  'ec2/describe-internet-gateways.json': { InternetGateways: [{ InternetGatewayId: 'igw-1', Attachments: [{ VpcId: 'vpc-1' }] }] },
  'ec2/describe-addresses.json': { Addresses: [{ AllocationId: 'eipalloc-1', PublicIp: '198.51.100.9', InstanceId: 'i-1' }] },
  'ec2/describe-instances.json': {
    Reservations: [
      {
        OwnerId: ACCOUNT,
        Instances: [
          {
            InstanceId: 'i-1',
            State: { Name: 'running' },
            Placement: { AvailabilityZone: 'eu-west-1a' },
            SubnetId: 'subnet-1',
            IamInstanceProfile: { Arn: PROFILE.Arn },
            SecurityGroups: [{ GroupId: 'sg-1' }],
            NetworkInterfaces: [{ SubnetId: 'subnet-1', Groups: [{ GroupId: 'sg-1' }], Ipv6Addresses: [{ Ipv6Address: '2001:db8::1' }] }],
            Tags: [{ Key: 'Name', Value: 'app' }],
          },
        ],
      },
    ],
  },
  'ec2/describe-volumes.json': {
    Volumes: [{ VolumeId: 'vol-1', AvailabilityZone: 'eu-west-1a', Encrypted: true, Attachments: [{ InstanceId: 'i-1' }] }],
  },
  'elbv2/describe-load-balancers.json': {
    LoadBalancers: [
      {
        LoadBalancerArn: `arn:aws:elasticloadbalancing:eu-west-1:${ACCOUNT}:loadbalancer/app/shop/1`,
        LoadBalancerName: 'shop',
        Scheme: 'internet-facing',
        AvailabilityZones: [{ SubnetId: 'subnet-1', LoadBalancerAddresses: [{ IpAddress: '198.51.100.10' }] }],
        SecurityGroups: ['sg-1'],
      },
    ],
  },
  'rds/describe-db-instances.json': {
    DBInstances: [
      {
        DBInstanceIdentifier: 'hr',
        DBInstanceArn: `arn:aws:rds:eu-west-1:${ACCOUNT}:db:hr`,
        PubliclyAccessible: true,
        Endpoint: { Address: 'hr.example', Port: 5432 },
        VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }],
        DBSubnetGroup: { VpcId: 'vpc-1', Subnets: [{ SubnetIdentifier: 'subnet-1' }] },
      },
    ],
  },
  'cloudtrail/describe-trails.json': {
    trailList: [{ Name: 'main', TrailARN: `arn:aws:cloudtrail:eu-west-1:${ACCOUNT}:trail/main`, S3BucketName: 'logs' }],
  },
  'organizations/list-roots.json': { Roots: [{ Id: 'r-root', Arn: `arn:aws:organizations::${ACCOUNT}:root/o-abcdefghij/r-root`, Name: 'Root' }] },
  'organizations/list-organizational-units-for-parent/r-root.json': { OrganizationalUnits: [UNIT] },
  'organizations/list-accounts-for-parent/ou-root-work.json': { Accounts: [MEMBER] },
  'organizations/list-policies.json': { Policies: [CONTROL] },
  'organizations/describe-policy/p-1.json': {
    Policy: { PolicySummary: CONTROL, Content: JSON.stringify(policyDocument({ ...allow('iam:*'), Effect: 'Deny' })) },
  },
  'organizations/list-targets-for-policy/p-1.json': { Targets: [{ TargetId: 'ou-root-work' }] },
  ...STORES,
};
