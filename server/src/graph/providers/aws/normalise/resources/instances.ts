import type { AccountDraft } from '../account-draft';
import { isoDate, tagsOf } from '../facts';
import type { Origin } from '../../read/common-shapes';
import type { AwsInstance, AwsVolume } from '../../read/compute-shapes';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import type { NetworkPlaces } from './network-places';
import { addResource, ec2Arn, definedFields, nameTag, regionOfZone } from './add-resource';

/** An instance with its origin in the bundle and its owner. */
interface InstanceOrigin {
  region: string;
  owner: string;
  origin: Origin;
}

/** The data of an account that its instances refer to. */
interface InstanceContext {
  places: NetworkPlaces;
  /** Role ARN by ARN of the instance profile. */
  roles: ReadonlyMap<string, string>;
  /** Elastic IP addresses by instance. */
  addresses: ReadonlyMap<string, string>;
}

/** Adds instances with their role, place in the network and internet exposure; and disks. */
export function addInstances(draft: AccountDraft, inventory: AwsInventory, { places, roles }: Omit<InstanceContext, 'addresses'>): void {
  const addresses = new Map(
    inventory.of('ec2/describe-addresses').flatMap(({ fields: { InstanceId: id, PublicIp: ip } }) => (id && ip ? [[id, ip] as const] : [])),
  );
  for (const { fields, origin, region } of inventory.of('ec2/describe-instances')) {
    (fields.Instances ?? []).forEach((instance, index) => {
      const source = { region, owner: fields.OwnerId ?? draft.accountId, origin: { ...origin, place: `${origin.place}/Instances/${index}` } };
      addInstance(draft, instance, source, { places, roles, addresses });
    });
  }
  for (const entry of inventory.of('ec2/describe-volumes')) addVolume(draft, entry);
}

function addInstance(
  draft: AccountDraft,
  instance: AwsInstance,
  { region: stated, owner, origin }: InstanceOrigin,
  { places, roles, addresses }: InstanceContext,
): void {
  const { InstanceId: id, State: state, Tags: tags, NetworkInterfaces: interfaces = [], IamInstanceProfile: profile } = instance;
  if (!id) return draft.warn(origin, '/InstanceId', 'An instance without InstanceId was left out.');
  // AWS lists an instance for about an hour after its termination.
  if (state?.Name === 'terminated') return;
  const region = stated || regionOfZone(instance.Placement?.AvailabilityZone);
  const subnets = distinct([instance.SubnetId, ...interfaces.map(({ SubnetId: subnet }) => subnet)]);
  const groups = distinct(
    [...(instance.SecurityGroups ?? []), ...interfaces.flatMap(({ Groups: more = [] }) => more)].map(({ GroupId: group }) => group),
  );
  const publicip =
    instance.PublicIpAddress ?? interfaces.map(({ Association: association }) => association?.PublicIp).find(Boolean) ?? addresses.get(id);
  const isAddressed = Boolean(publicip ?? instance.Ipv6Address) || interfaces.some(({ Ipv6Addresses: v6 = [] }) => v6.length > 0);
  const { HttpTokens: tokens } = instance.MetadataOptions ?? {};
  const entity = addResource(draft, origin, {
    arn: ec2Arn(region, owner, 'instance', id),
    name: nameTag(tags),
    isIdentity: profile?.Arn !== undefined,
    attributes: {
      ...definedFields({
        status: state?.Name,
        instancetype: instance.InstanceType,
        image: instance.ImageId,
        networkip: instance.PrivateIpAddress,
        publicip,
      }),
      ...(tokens === undefined ? {} : { imdsv2: tokens === 'required' }),
      ...isoDate('created', instance.LaunchTime),
      public: isAddressed && places.isReachable({ subnets, groups }),
      ...tagsOf(tags),
    },
  });
  if (!entity) return;
  places.put(entity, { region, vpc: instance.VpcId, subnets, groups });
  if (profile?.Arn) draft.relate(entity, draft.reference(roles.get(profile.Arn) ?? profile.Arn), 'runs_as', { profile: profile.Arn });
}

function addVolume(draft: AccountDraft, { fields, origin, region: stated }: AwsEntryOf<AwsVolume>): void {
  const { VolumeId: id, AvailabilityZone: zone, State: status, Encrypted: encrypted, KmsKeyId: key, Tags: tags } = fields;
  if (!id) return draft.warn(origin, '/VolumeId', 'A disk without VolumeId was left out.');
  const region = stated || regionOfZone(zone);
  const instances = distinct((fields.Attachments ?? []).map(({ InstanceId: instance }) => instance));
  addResource(draft, origin, {
    arn: ec2Arn(region, draft.accountId, 'volume', id),
    name: nameTag(tags),
    attributes: {
      ...definedFields({ status, encrypted, key, gigabytes: fields.Size, instance: instances[0] }),
      ...isoDate('created', fields.CreateTime),
      ...tagsOf(tags),
    },
  });
}

function distinct(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => Boolean(id)))];
}
