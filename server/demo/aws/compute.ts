import { PARTNERS } from '../company/company';
import { EGRESS_NETWORK } from '../company/places';
import { jsonFile, listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { instanceProfileArn, tagList } from './authorization';
import type { AwsInventory, AwsResource } from './inventory';
import { securityGroupId, subnetsOf, vpcsOf, type AwsSubnet } from './network';
import { roleArn } from './roles';
import { tagsOf } from './storage';
import { allow, policyDocument } from './statements';

/** Yields the files about functions, instances, volumes, databases and load balancers. */
export function* computeFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const { account } = inventory;
  const subnets = new Map(vpcsOf(plan, account).map((vpc) => [vpc.region, subnetsOf(plan, vpc)]));
  const subnetFor = (thing: AwsResource, isPublic: boolean): AwsSubnet => {
    const fitting = (subnets.get(thing.region) as AwsSubnet[]).filter((subnet) => subnet.public === isPublic);
    return fitting[thing.order % fitting.length] as AwsSubnet;
  };
  yield* functionFiles(plan, inventory);
  yield listsFile('ec2/describe-instances.json', { Reservations: reservations(plan, inventory, subnetFor) });
  yield listsFile('ec2/describe-volumes.json', { Volumes: volumes(plan, inventory) });
  yield listsFile('rds/describe-db-instances.json', { DBInstances: databases(plan, inventory, subnetFor) });
  yield listsFile('elbv2/describe-load-balancers.json', {
    LoadBalancers: inventory.all('load-balancer').map((balancer) => {
      const isPublic = balancer.name.endsWith('-public');
      const zones = (subnets.get(balancer.region) as AwsSubnet[]).filter((subnet) => subnet.public === isPublic);
      const vpc = (zones[0] as AwsSubnet).vpc;
      return {
        LoadBalancerArn: balancer.arn,
        LoadBalancerName: balancer.name,
        DNSName: `${isPublic ? '' : 'internal-'}${balancer.name}-${plan.seed.at('dns', balancer.arn).digits(9)}.${balancer.region}.elb.amazonaws.com`,
        Scheme: isPublic ? 'internet-facing' : 'internal',
        Type: 'application',
        VpcId: vpc.id,
        State: { Code: 'active' },
        IpAddressType: 'ipv4',
        CreatedTime: plan.calendar.at(balancer.madeDaysAgo, 43_000),
        AvailabilityZones: zones.map(({ id, zone }) => ({ ZoneName: zone, SubnetId: id, LoadBalancerAddresses: [] })),
        SecurityGroups: [securityGroupId(plan, vpc, balancer.workload.name, 'web')],
      };
    }),
  });
}

function* functionFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const { account } = inventory;
  const functions = inventory.all('function');
  yield listsFile('lambda/list-functions.json', {
    Functions: functions.map((one) => ({
      FunctionName: one.name,
      FunctionArn: one.arn,
      Runtime: one.order % 4 === 3 ? 'python3.12' : 'nodejs20.x',
      Role: roleArn(account, `${one.workload.name}-function`, '/workload/'),
      Handler: 'index.handler',
      CodeSize: 40_000 + plan.seed.at('code', one.arn).int(9_000_000),
      Description: one.name.replace(/-/g, ' '),
      Timeout: 30,
      MemorySize: 512,
      LastModified: plan.calendar.at(Math.max(plan.calendar.daysBefore, Math.floor(one.madeDaysAgo / 6)), 50_000).replace('Z', '.000+0000'),
      Version: '$LATEST',
      PackageType: 'Zip',
      Architectures: ['arm64'],
      Environment: { Variables: { STAGE: account.purpose } },
    })),
  });
  for (const one of functions.filter(({ order }) => order % 3 === 0)) {
    const topic = inventory.of('topic', one.workload)[0] as AwsResource;
    const partner = account.purpose === 'production' && one.order === 3;
    const policy = partner
      ? policyDocument({ ...allow('carrier', 'lambda:InvokeFunction', one.arn), Principal: { AWS: `arn:aws:iam::${PARTNERS.carrier.account}:root` } })
      : policyDocument({
          ...allow('events', 'lambda:InvokeFunction', one.arn, { ArnLike: { 'AWS:SourceArn': topic.arn } }),
          Principal: { Service: 'sns.amazonaws.com' },
        });
    yield jsonFile(`lambda/get-policy/${one.name}.json`, {
      Policy: JSON.stringify({ ...policy, Id: 'default' }),
      RevisionId: plan.seed.at('revision', one.arn).uuid(),
    });
  }
}

type SubnetFor = (thing: AwsResource, isPublic: boolean) => AwsSubnet;

function* reservations(plan: Plan, inventory: AwsInventory, subnetFor: SubnetFor) {
  const { account } = inventory;
  for (const instance of inventory.all('instance')) {
    const rng = plan.seed.at('instance', instance.arn);
    const isBastion = instance.order === 0;
    const subnet = subnetFor(instance, isBastion);
    const { name } = instance.workload;
    const runs = rng.chance(0.92);
    const group = {
      GroupId: securityGroupId(plan, subnet.vpc, name, isBastion ? 'bastion' : 'service'),
      GroupName: isBastion ? 'bastion' : `${name}-service`,
    };
    yield {
      ReservationId: `r-0${rng.hex(16)}`,
      OwnerId: account.id,
      Groups: [],
      Instances: [
        {
          InstanceId: instance.name,
          ImageId: `ami-0${rng.hex(16)}`,
          InstanceType: rng.pick(['m7g.large', 'm7g.xlarge', 'c7g.large', 't4g.medium', 'r7g.large']),
          LaunchTime: plan.calendar.at(Math.max(plan.calendar.daysBefore, instance.madeDaysAgo % 200), 30_000),
          Placement: { AvailabilityZone: subnet.zone, Tenancy: 'default' },
          PrivateIpAddress: `${subnet.network}.${10 + (instance.order % 240)}`,
          ...(isBastion ? { PublicIpAddress: `${EGRESS_NETWORK}.${1 + (account.index % 250)}` } : {}),
          State: runs ? { Code: 16, Name: 'running' } : { Code: 80, Name: 'stopped' },
          SubnetId: subnet.id,
          VpcId: subnet.vpc.id,
          Architecture: 'arm64',
          IamInstanceProfile: {
            Arn: instanceProfileArn(account.id, { path: '/workload/', name: `${name}-node` }),
            Id: plan.seed.at('profile-id', roleArn(account, `${name}-node`, '/workload/')).iamId('AIPA'),
          },
          SecurityGroups: [group],
          MetadataOptions: { State: 'applied', HttpTokens: rng.chance(0.85) ? 'required' : 'optional', HttpEndpoint: 'enabled' },
          Tags: tagList({ Name: isBastion ? 'bastion' : `${name}-${String(instance.order).padStart(3, '0')}`, ...tagsOf(instance, account.purpose) }),
        },
      ],
    };
  }
}

function* volumes(plan: Plan, inventory: AwsInventory) {
  const instances = inventory.all('instance');
  for (const volume of inventory.all('volume')) {
    const instance = instances[volume.order];
    yield {
      VolumeId: volume.name,
      AvailabilityZone: `${volume.region}a`,
      Size: plan.seed.at('volume', volume.arn).pick([20, 50, 100, 500]),
      VolumeType: 'gp3',
      Encrypted: volume.workload.sensitive || volume.order % 5 !== 0,
      State: instance ? 'in-use' : 'available',
      CreateTime: plan.calendar.at(volume.madeDaysAgo, 30_500),
      Attachments: instance
        ? [{ InstanceId: instance.name, VolumeId: volume.name, Device: '/dev/xvda', State: 'attached', DeleteOnTermination: true }]
        : [],
      Tags: tagList(tagsOf(volume, inventory.account.purpose)),
    };
  }
}

function* databases(plan: Plan, inventory: AwsInventory, subnetFor: SubnetFor) {
  const { account } = inventory;
  for (const database of inventory.all('database')) {
    const isPublic = account.purpose === 'development' && database.order === 0;
    const subnet = subnetFor(database, isPublic);
    yield {
      DBInstanceIdentifier: database.name,
      DBInstanceArn: database.arn,
      DBInstanceClass: 'db.r7g.large',
      Engine: database.order % 3 === 2 ? 'mysql' : 'postgres',
      EngineVersion: database.order % 3 === 2 ? '8.0.40' : '16.6',
      DBInstanceStatus: 'available',
      MasterUsername: 'owner',
      Endpoint: {
        Address: `${database.name}.${plan.seed.at('endpoint', database.arn).alphanumeric(12)}.${database.region}.rds.amazonaws.com`,
        Port: 5432,
      },
      InstanceCreateTime: plan.calendar.at(database.madeDaysAgo, 44_000),
      AvailabilityZone: subnet.zone,
      PubliclyAccessible: isPublic,
      StorageEncrypted: database.workload.sensitive,
      ...(database.workload.sensitive ? { KmsKeyId: inventory.of('key', database.workload)[0]?.arn } : {}),
      IAMDatabaseAuthenticationEnabled: database.order % 2 === 0,
      DeletionProtection: account.purpose === 'production',
      VpcSecurityGroups: [{ VpcSecurityGroupId: securityGroupId(plan, subnet.vpc, database.workload.name, 'database'), Status: 'active' }],
      DBSubnetGroup: {
        DBSubnetGroupName: `${account.name}-data`,
        VpcId: subnet.vpc.id,
        SubnetGroupStatus: 'Complete',
        Subnets: [{ SubnetIdentifier: subnet.id, SubnetStatus: 'Active' }],
      },
      TagList: tagList(tagsOf(database, account.purpose)),
    };
  }
}
