import type { AccountDraft } from '../account-draft';
import { tagsOf } from '../facts';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import { NetworkPlaces } from './network-places';
import type { AwsAddress, AwsInternetGateway, AwsSecurityGroup, AwsSubnet, AwsVpc } from '../../read/network-shapes';
import { addResource, ec2Arn, definedFields, nameTag, regionOfArn, regionOfZone } from './add-resource';
import { RouteTables } from './route-tables';
import { addEndpointPolicies } from './vpc-endpoints';
import { admittedNetworks, openPorts, rulesDocument, rulesOf } from './security-groups';

/** Adds virtual networks, subnets, route tables, internet gateways, addresses and security groups, with their relations. */
export function addNetwork(draft: AccountDraft, inventory: AwsInventory): NetworkPlaces {
  const places = new NetworkPlaces(draft);
  const regions = regionsOfVpcs(inventory);
  const regionOf = (entry: AwsEntryOf<{ VpcId?: string }>): string => entry.region || (regions.get(entry.fields.VpcId ?? '') ?? '');
  for (const entry of inventory.of('ec2/describe-vpcs')) addVpc(draft, entry, places, regionOf(entry));
  const tables = new RouteTables(draft, inventory.of('ec2/describe-route-tables'), places, regionOf);
  for (const entry of inventory.of('ec2/describe-subnets')) addSubnet(draft, entry, places, tables);
  for (const entry of inventory.of('ec2/describe-security-groups')) addGroup(draft, entry, places, regionOf(entry));
  for (const entry of inventory.of('ec2/describe-internet-gateways')) addGateway(draft, entry, places, regions);
  for (const entry of inventory.of('ec2/describe-addresses')) addAddress(draft, entry);
  addEndpointPolicies(draft, inventory, (vpc) => regions.get(vpc) ?? '');
  return places;
}

/** Returns the regions of virtual networks. Responses about networks lack them; responses about their subnets contain them. */
function regionsOfVpcs(inventory: AwsInventory): Map<string, string> {
  const subnets = inventory.of('ec2/describe-subnets').map(({ fields, region }) => [fields.VpcId, region || regionOfSubnet(fields)]);
  const groups = inventory
    .of('ec2/describe-security-groups')
    .map(({ fields, region }) => [fields.VpcId, region || regionOfArn(fields.SecurityGroupArn)]);
  const instances = inventory
    .of('ec2/describe-instances')
    .flatMap(({ fields, region }) =>
      (fields.Instances ?? []).map(({ VpcId: vpc, Placement: placement }) => [vpc, region || regionOfZone(placement?.AvailabilityZone)]),
    );
  const pairs = [...subnets, ...groups, ...instances].filter((pair): pair is [string, string] => Boolean(pair[0] && pair[1]));
  return new Map(pairs.reverse());
}

function regionOfSubnet({ SubnetArn: arn, AvailabilityZone: zone }: AwsSubnet): string {
  return regionOfArn(arn) || regionOfZone(zone);
}

/** Returns the owner of a network resource. Another account's shared resource also appears in this account's lists. */
function isForeign(draft: AccountDraft, owner: string | undefined): boolean {
  return owner !== undefined && owner !== draft.accountId;
}

function addVpc(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsVpc>, places: NetworkPlaces, region: string): void {
  const { VpcId: id, OwnerId: owner, CidrBlock: range, State: status, IsDefault: isDefault, Tags: tags } = fields;
  if (!id) return draft.warn(origin, '/VpcId', 'A virtual network without VpcId was left out.');
  const arn = ec2Arn(region, owner ?? draft.accountId, 'vpc', id);
  places.knowVpc(id, arn);
  if (isForeign(draft, owner)) return;
  const ranges = (fields.CidrBlockAssociationSet ?? []).flatMap(({ CidrBlock: one }) => (one ? [one] : []));
  const networkip = [...new Set([...(range ? [range] : []), ...ranges])].join(', ');
  addResource(draft, origin, {
    arn,
    name: nameTag(tags),
    attributes: { ...definedFields({ vpcid: id, networkip, status, isdefault: isDefault }), ...tagsOf(tags) },
  });
}

function addSubnet(draft: AccountDraft, { fields, origin, region: stated }: AwsEntryOf<AwsSubnet>, places: NetworkPlaces, tables: RouteTables): void {
  const {
    SubnetId: id,
    OwnerId: owner,
    VpcId: vpc = '',
    CidrBlock: networkip,
    State: status,
    MapPublicIpOnLaunch: mapsPublicIp,
    Tags: tags,
  } = fields;
  if (!id) return draft.warn(origin, '/SubnetId', 'A subnet without SubnetId was left out.');
  const region = stated || regionOfSubnet(fields);
  const arn = fields.SubnetArn ?? ec2Arn(region, owner ?? draft.accountId, 'subnet', id);
  const isRouted = tables.leadsToInternet(id, vpc);
  places.knowSubnet(id, { nativeId: arn, vpc, isRouted });
  if (isForeign(draft, owner)) return;
  const subnet = addResource(draft, origin, {
    arn,
    name: nameTag(tags),
    attributes: {
      ...definedFields({ vpcid: vpc, subnetid: id, networkip, status, zone: fields.AvailabilityZone, mapspublicip: mapsPublicIp }),
      ...(isRouted === null ? {} : { public: isRouted }),
      ...tagsOf(tags),
    },
  });
  if (!subnet) return;
  if (vpc !== '') draft.relate(subnet, draft.reference(places.vpcArn(vpc, region)), 'located_in');
  const table = tables.of(id, vpc);
  if (table !== null) draft.relate(subnet, draft.reference(table), 'routed_by');
}

function addGroup(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsSecurityGroup>, places: NetworkPlaces, stated: string): void {
  const { GroupId: id, GroupName: name, OwnerId: owner, VpcId: vpc, Description: description, Tags: tags } = fields;
  if (!id) return draft.warn(origin, '/GroupId', 'A security group without GroupId was left out.');
  const region = stated || regionOfArn(fields.SecurityGroupArn);
  const arn = fields.SecurityGroupArn ?? ec2Arn(region, owner ?? draft.accountId, 'security-group', id);
  const rules = rulesOf(fields);
  const openports = openPorts(rules);
  places.knowGroup(id, { nativeId: arn, isOpen: openports.length > 0 });
  if (isForeign(draft, owner)) return;
  const [single] = openports.filter((port) => /^\d+$/.test(port));
  const group = addResource(draft, origin, {
    arn,
    name,
    attributes: {
      ...definedFields({ vpcid: vpc, groupid: id, description }),
      rules,
      networks: admittedNetworks(rules),
      openports,
      public: openports.length > 0,
      ...(single === undefined ? {} : { port: Number(single) }),
      ...tagsOf(tags),
    },
  });
  if (!group) return;
  draft.attachText({ policyId: `${arn}/rules`, name: group.name, kind: 'firewall_rules', document: rulesDocument(fields) }, group);
  if (vpc) draft.relate(group, draft.reference(places.vpcArn(vpc, region)), 'located_in');
}

function addGateway(
  draft: AccountDraft,
  { fields, origin, region: stated }: AwsEntryOf<AwsInternetGateway>,
  places: NetworkPlaces,
  regions: ReadonlyMap<string, string>,
): void {
  const { InternetGatewayId: id, OwnerId: owner, Attachments: attachments = [], Tags: tags } = fields;
  if (!id) return draft.warn(origin, '/InternetGatewayId', 'An internet gateway without InternetGatewayId was left out.');
  if (isForeign(draft, owner)) return;
  const vpcs = attachments.flatMap(({ VpcId: vpc }) => (vpc ? [vpc] : []));
  const region = stated || (regions.get(vpcs[0] ?? '') ?? '');
  const gateway = addResource(draft, origin, {
    arn: ec2Arn(region, draft.accountId, 'internet-gateway', id),
    name: nameTag(tags),
    attributes: { ...definedFields({ vpcid: vpcs[0] }), ...tagsOf(tags) },
  });
  if (gateway) for (const vpc of vpcs) draft.relate(gateway, draft.reference(places.vpcArn(vpc, region)), 'located_in');
}

function addAddress(draft: AccountDraft, { fields, origin, region: stated }: AwsEntryOf<AwsAddress>): void {
  const { AllocationId: id, PublicIp: publicip, PrivateIpAddress: networkip, InstanceId: instance, NetworkBorderGroup: border, Tags: tags } = fields;
  // Addresses of EC2-Classic have no id.
  if (!id) return draft.warn(origin, '/AllocationId', 'An address without AllocationId was left out.');
  const region = stated || regionOfZone(border);
  addResource(draft, origin, {
    arn: ec2Arn(region, draft.accountId, 'elastic-ip', id),
    name: nameTag(tags) ?? publicip,
    attributes: { ...definedFields({ publicip, networkip, instance, status: instance || networkip ? 'associated' : 'free' }), ...tagsOf(tags) },
  });
}
