import { ACCOUNT, arn, dump, role, trust } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';

const tag = (name: string): object[] => [{ Key: 'Name', Value: name }];
const EVERYWHERE = { IpRanges: [{ CidrIp: '0.0.0.0/0' }], Ipv6Ranges: [{ CidrIpv6: '::/0' }] };
const rule = (port: number, from: object): object => ({ IpProtocol: 'tcp', FromPort: port, ToPort: port, ...from });
const group = (id: string, ...rules: object[]): object => ({
  GroupId: `sg-${id}`,
  GroupName: id,
  VpcId: 'vpc-1',
  OwnerId: ACCOUNT,
  IpPermissions: rules,
});
const subnet = (id: string, more: object = {}): object => ({
  SubnetId: `subnet-${id}`,
  VpcId: 'vpc-1',
  OwnerId: ACCOUNT,
  CidrBlock: '10.0.1.0/24',
  AvailabilityZone: 'eu-west-1a',
  Tags: tag(id),
  ...more,
});
const table = (id: string, target: object, ...associations: object[]): object => ({
  RouteTableId: `rtb-${id}`,
  VpcId: 'vpc-1',
  OwnerId: ACCOUNT,
  Routes: [
    { DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local', State: 'active' },
    { DestinationCidrBlock: '0.0.0.0/0', State: 'active', ...target },
  ],
  Associations: associations,
  Tags: tag(id),
});
const instance = (id: string, on: string, group: string, more: object = {}): object => ({
  InstanceId: `i-${id}`,
  State: { Name: 'running', Code: 16 },
  Placement: { AvailabilityZone: 'eu-west-1a' },
  PrivateIpAddress: '10.0.1.5',
  SubnetId: `subnet-${on}`,
  VpcId: 'vpc-1',
  SecurityGroups: [{ GroupId: `sg-${group}`, GroupName: group }],
  Tags: tag(id),
  ...more,
});
const PUBLIC_IP = { PublicIpAddress: '198.51.100.7' };

const NETWORK = {
  'ec2/describe-vpcs.json': { Vpcs: [{ VpcId: 'vpc-1', CidrBlock: '10.0.0.0/16', OwnerId: ACCOUNT, State: 'available', Tags: tag('main') }] },
  'ec2/describe-subnets.json': { Subnets: [subnet('front'), subnet('back')] },
  'ec2/describe-route-tables.json': {
    RouteTables: [
      table('out', { GatewayId: 'igw-1' }, { Main: false, SubnetId: 'subnet-front', AssociationState: { State: 'associated' } }),
      table('in', { NatGatewayId: 'nat-1' }, { Main: true }),
    ],
  },
  'ec2/describe-security-groups.json': {
    SecurityGroups: [group('web', rule(443, EVERYWHERE)), group('inner', rule(22, { IpRanges: [{ CidrIp: '10.0.0.0/8' }] }))],
  },
};
const facts = (instances: object[], more: Record<string, unknown> = {}) =>
  factsOf({ ...NETWORK, 'ec2/describe-instances.json': { Reservations: [{ OwnerId: ACCOUNT, Instances: instances }] }, ...more });

describe('the network of an AWS account', () => {
  it('relates subnets, route tables, security groups and instances', () => {
    const { hanging, entity, said } = facts([instance('app', 'front', 'web')]);
    expect(hanging).toEqual(
      expect.arrayContaining([
        'front located_in main',
        'front routed_by out',
        'back routed_by in',
        'web located_in main',
        'app located_in front',
        'app guarded_by web',
      ]),
    );
    expect(entity('main')).toMatchObject({
      type: 'VPC',
      region: 'eu-west-1',
      uri: `t:AWS:${ACCOUNT}:eu-west-1:VPC:vpc-1`,
      attributes: { networkip: '10.0.0.0/16' },
    });
    expect(entity('app').attributes).toMatchObject({ networkip: '10.0.1.5', subnetid: 'subnet-front', vpcid: 'vpc-1', status: 'running' });
    expect(said).toEqual([]);
  });

  it('has public subnets by route, and security groups with the ports open to the internet', () => {
    const { entity } = facts([]);
    expect([entity('front'), entity('back')].map(({ attributes }) => attributes.public)).toEqual([true, false]);
    expect(entity('web').attributes).toMatchObject({
      public: true,
      openports: ['443'],
      port: 443,
      networks: [],
      rules: [
        { direction: 'INBOUND', ip_protocol: 'tcp', ports: '443', ip_range: '0.0.0.0/0' },
        { direction: 'INBOUND', ip_protocol: 'tcp', ports: '443', ipv6_range: '::/0' },
      ],
    });
    expect(entity('inner').attributes).toMatchObject({ public: false, openports: [] });
  });

  it('has a public instance only if its address, route and security group all admit the internet', () => {
    const { entity } = facts([
      instance('open', 'front', 'web', PUBLIC_IP),
      instance('unaddressed', 'front', 'web'),
      instance('unrouted', 'back', 'web', PUBLIC_IP),
      instance('guarded', 'front', 'inner', PUBLIC_IP),
    ]);
    const names = ['open', 'unaddressed', 'unrouted', 'guarded'];
    expect(names.filter((name) => entity(name).attributes.public === true)).toEqual(['open']);
    expect(entity('open').attributes.publicip).toBe('198.51.100.7');
  });

  it('gives an instance its Elastic IP address, and the subnets and groups of all of its interfaces', () => {
    const { entity, hanging } = facts(
      [instance('app', 'front', 'inner', { NetworkInterfaces: [{ SubnetId: 'subnet-back', Groups: [{ GroupId: 'sg-web' }] }] })],
      { 'ec2/describe-addresses.json': { Addresses: [{ AllocationId: 'eipalloc-1', PublicIp: '198.51.100.9', InstanceId: 'i-app' }] } },
    );
    expect(entity('app').attributes).toMatchObject({ public: true, publicip: '198.51.100.9' });
    expect(hanging).toEqual(expect.arrayContaining(['app located_in back', 'app guarded_by web', 'app guarded_by inner']));
  });

  it('treats unknown routes and security groups as open', () => {
    const { entity } = factsOf({
      'ec2/describe-instances.json': { Reservations: [{ OwnerId: ACCOUNT, Instances: [instance('app', 'front', 'web', PUBLIC_IP)] }] },
    });
    expect(entity('app').attributes.public).toBe(true);
  });

  it('refers to a subnet that another account shares, but does not list it', () => {
    const { entities, relations } = facts([instance('app', 'theirs', 'web')], {
      'ec2/describe-subnets.json': { Subnets: [subnet('theirs', { OwnerId: '999988887777' })] },
    });
    expect(entities.some(({ type }) => type === 'SUBNET')).toBe(false);
    expect(relations.find(({ child }) => child.nativeId.endsWith('/i-app'))?.parent).toEqual({
      nativeId: 'arn:aws:ec2:eu-west-1:999988887777:subnet/subnet-theirs',
    });
  });

  it('relates instances to the role of their instance profile, and omits terminated instances', () => {
    const profile = { InstanceProfileName: 'node', InstanceProfileId: 'AIPA', Arn: arn('instance-profile', 'node'), Path: '/' };
    const { hanging, entity, entities } = facts(
      [
        instance('app', 'front', 'web', { IamInstanceProfile: { Arn: profile.Arn } }),
        instance('gone', 'front', 'web', { State: { Name: 'terminated' } }),
      ],
      { 'iam.json': dump({ roles: [{ ...role('node-role', trust({ Service: 'ec2.amazonaws.com' })), InstanceProfileList: [profile] }] }) },
    );
    expect(hanging).toContain('app runs_as node-role');
    expect(entity('app')).toMatchObject({ isIdentity: true, isResource: true });
    expect(entities.some(({ name }) => name === 'gone')).toBe(false);
  });

  it('has a public load balancer or database only if it faces the internet and its groups admit it', () => {
    const balancer = (name: string, Scheme: string, groupId: string): object => ({
      LoadBalancerArn: `arn:aws:elasticloadbalancing:eu-west-1:${ACCOUNT}:loadbalancer/app/${name}/1`,
      LoadBalancerName: name,
      Scheme,
      AvailabilityZones: [{ SubnetId: 'subnet-front' }],
      SecurityGroups: [groupId],
    });
    const database = (name: string, PubliclyAccessible: boolean): object => ({
      DBInstanceIdentifier: name,
      DBInstanceArn: `arn:aws:rds:eu-west-1:${ACCOUNT}:db:${name}`,
      PubliclyAccessible,
      StorageEncrypted: false,
      Endpoint: { Port: 5432 },
      VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-web' }],
      DBSubnetGroup: { VpcId: 'vpc-1', Subnets: [{ SubnetIdentifier: 'subnet-front' }] },
    });
    const { entity, hanging } = facts([], {
      'elbv2/describe-load-balancers.json': {
        LoadBalancers: [
          balancer('shop', 'internet-facing', 'sg-web'),
          balancer('office', 'internet-facing', 'sg-inner'),
          balancer('inside', 'internal', 'sg-web'),
        ],
      },
      'rds/describe-db-instances.json': { DBInstances: [database('open', true), database('closed', false)] },
    });
    const isPublic = (name: string): unknown => entity(name).attributes.public;
    expect(['shop', 'office', 'inside', 'open', 'closed'].map(isPublic)).toEqual([true, false, false, true, false]);
    expect(entity('open')).toMatchObject({ type: 'RELATIONAL_DB', attributes: { encrypted: false, port: 5432, vpcid: 'vpc-1' } });
    expect(hanging).toEqual(expect.arrayContaining(['shop guarded_by web', 'open located_in front']));
  });
});
