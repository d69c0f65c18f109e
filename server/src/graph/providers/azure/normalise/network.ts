import type { Entity } from '../../../engine/model';
import { at, fields, list, text, type Fields } from '../../../../platform/json-values';
import { addFirewallRules } from '../../../engine/firewall-rules';
import type { SourceDraft } from '../../../engine/source-draft';
import { admittedNetworks, isPublic, portsOpenToInternet, securityRules } from './exposure';
import { armId, idAt } from '../read/values';

/** A network interface with its addresses and place. */
interface Placement {
  addresses: string[];
  publicIps: string[];
  subnets: string[];
  groups: string[];
}

/** Relates virtual machines to subnets and subnets to networks, with their security groups, routes and internet exposure. */
export function addNetwork(draft: SourceDraft, rows: ReadonlyMap<string, Fields>): void {
  const ofType = (type: string): [string, Fields][] => [...rows].filter(([, row]) => text(row.type).toLowerCase() === type);
  const publicAddress = new Map(ofType('microsoft.network/publicipaddresses').map(([id, row]) => [id, text(at(row, 'properties', 'ipAddress'))]));
  for (const [id] of ofType('microsoft.network/networksecuritygroups')) addFirewallRules(draft, id);
  const openPorts = new Map(
    ofType('microsoft.network/networksecuritygroups').map(([id, row]) => [id, portsOpenToInternet(securityRules(fields(row.properties)))]),
  );
  for (const [id, row] of ofType('microsoft.network/virtualnetworks')) {
    for (const subnet of list(at(row, 'properties', 'subnets'))) addSubnet(draft, fields(subnet), id, row);
  }
  const subnetGroup = (subnet: string): string => text(draft.find(subnet)?.attributes.securitygroup);
  for (const [, row] of ofType('microsoft.network/networkinterfaces')) {
    const machine = draft.find(idAt(row, 'properties', 'virtualMachine'));
    if (machine) place(draft, machine, placementOf(row, publicAddress), subnetGroup, openPorts);
  }
  for (const type of ['microsoft.network/loadbalancers', 'microsoft.network/applicationgateways']) {
    for (const [id, row] of ofType(type)) addFrontends(draft, id, row, publicAddress);
  }
}

function addSubnet(draft: SourceDraft, subnet: Fields, network: string, networkRow: Fields): void {
  const id = armId(subnet.id);
  if (id === '') return;
  const properties = fields(subnet.properties);
  const group = idAt(properties, 'networkSecurityGroup');
  const table = idAt(properties, 'routeTable');
  const [, , accountId = draft.accountId] = id.split('/');
  const prefix = text(properties.addressPrefix) || list(properties.addressPrefixes).map(text).join(', ');
  const entity = draft.add({
    type: 'SUBNET',
    id: id.split('/').slice(3).join('/'),
    nativeId: id,
    name: text(subnet.name) || (id.split('/').at(-1) ?? id),
    region: text(networkRow.location).toLowerCase(),
    accountId,
    isIdentity: false,
    isResource: true,
    attributes: {},
  });
  Object.assign(entity.attributes, { vpcid: network, networkip: prefix, ...(group === '' ? {} : { securitygroup: group }) });
  draft.relate(id, network, 'located_in');
  if (group !== '') draft.relate(id, group, 'guarded_by');
  if (table !== '') draft.relate(id, table, 'routed_by');
}

function placementOf(row: Fields, publicAddress: ReadonlyMap<string, string>): Placement {
  const configurations = list(at(row, 'properties', 'ipConfigurations')).map((entry) => fields(fields(entry).properties));
  const own = idAt(row, 'properties', 'networkSecurityGroup');
  return {
    addresses: configurations.map(({ privateIPAddress: address }) => text(address)).filter(Boolean),
    publicIps: configurations.flatMap((configuration) => {
      const id = idAt(configuration, 'publicIPAddress');
      return id === '' ? [] : [publicAddress.get(id) || id];
    }),
    subnets: configurations.map((configuration) => idAt(configuration, 'subnet')).filter(Boolean),
    groups: own === '' ? [] : [own],
  };
}

function place(
  draft: SourceDraft,
  machine: Entity,
  { addresses, publicIps, subnets, groups }: Placement,
  subnetGroup: (subnet: string) => string,
  openPorts: ReadonlyMap<string, string[]>,
): void {
  const { attributes } = machine;
  const [subnet] = subnets;
  const guarding = [...new Set([...groups, ...subnets.map(subnetGroup)])].filter(Boolean);
  for (const id of subnets) draft.relate(machine.nativeId, id, 'located_in');
  for (const id of guarding) draft.relate(machine.nativeId, id, 'guarded_by');
  if (addresses[0] !== undefined) attributes.networkip ??= addresses[0];
  if (subnet !== undefined) Object.assign(attributes, { subnetid: subnet, vpcid: subnet.replace(/\/subnets\/[^/]+$/, '') });
  if (publicIps[0] === undefined) return;
  attributes.publicip = publicIps[0];
  // Every security group in between must admit the internet. If there is none, a public address is open.
  attributes.public = guarding.every((id) => (openPorts.get(id) ?? []).length > 0);
}

function addFrontends(draft: SourceDraft, id: string, row: Fields, publicAddress: ReadonlyMap<string, string>): void {
  const balancer = draft.find(id);
  if (!balancer) return;
  for (const entry of list(at(row, 'properties', 'frontendIPConfigurations'))) {
    const configuration = fields(fields(entry).properties);
    const publicId = idAt(configuration, 'publicIPAddress');
    const subnet = idAt(configuration, 'subnet');
    if (publicId !== '') Object.assign(balancer.attributes, { public: true, publicip: publicAddress.get(publicId) || publicId });
    if (subnet === '') continue;
    draft.relate(id, subnet, 'located_in');
    Object.assign(balancer.attributes, { subnetid: subnet, vpcid: subnet.replace(/\/subnets\/[^/]+$/, '') });
  }
}

/** Returns the exposure that a row states itself. */
export function exposure(type: string, properties: Fields): Record<string, unknown> {
  const open = isPublic(type, properties);
  if (type !== 'microsoft.network/networksecuritygroups') return open === undefined ? {} : { public: open };
  const rules = securityRules(properties);
  const ports = portsOpenToInternet(rules);
  const [single] = ports.filter((port) => /^\d+$/.test(port));
  return {
    rules,
    networks: admittedNetworks(rules),
    openports: ports,
    public: ports.length > 0,
    ...(single === undefined ? {} : { port: Number(single) }),
  };
}
