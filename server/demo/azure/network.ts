import { EGRESS_NETWORK } from '../company/places';
import type { Plan } from '../plan';
import type { AzureInventory, AzureResource } from './inventory';
import { stageOf, subscriptionScope, type Subscription } from './subscriptions';

/** A row of Azure Resource Graph. */
export type ResourceRow = Record<string, unknown>;

type Tier = 'web' | 'service';
const TIERS: readonly Tier[] = ['web', 'service'];

const networkGroup = (subscription: Subscription): string => `rg-network-${stageOf(subscription)}`;

function networkId(subscription: Subscription, type: string, name: string): string {
  return `${subscriptionScope(subscription)}/resourceGroups/${networkGroup(subscription)}/providers/Microsoft.Network/${type}/${name}`;
}

function vnetId(subscription: Subscription): string {
  return networkId(subscription, 'virtualNetworks', `vnet-${stageOf(subscription)}`);
}

function subnetId(subscription: Subscription, tier: Tier): string {
  return `${vnetId(subscription)}/subnets/snet-${tier}`;
}

function securityGroupId(subscription: Subscription, tier: Tier | 'bastion'): string {
  return networkId(subscription, 'networkSecurityGroups', `nsg-${tier}`);
}

function publicAddressId(subscription: Subscription, name: string): string {
  return networkId(subscription, 'publicIPAddresses', `pip-${name}`);
}

function row(subscription: Subscription, id: string, type: string, more: ResourceRow): ResourceRow {
  return {
    id,
    name: id.split('/').at(-1),
    type: `microsoft.network/${type.toLowerCase()}`,
    location: subscription.location,
    resourceGroup: networkGroup(subscription),
    ...more,
  };
}

/** Returns whether a machine is the bastion, which is the first one of a subscription. */
export function isBastion({ kind, order }: AzureResource): boolean {
  return kind === 'machine' && order === 0;
}

/** Yields the rows of a subscription's virtual network, its security groups, and the interfaces of machines and load balancers. */
export function* networkRows(plan: Plan, inventory: AzureInventory): Generator<ResourceRow> {
  const { subscription } = inventory;
  const net = `10.${(plan.scale.awsAccounts + subscription.index) % 250}`;
  yield row(subscription, vnetId(subscription), 'virtualNetworks', {
    properties: {
      provisioningState: 'Succeeded',
      addressSpace: { addressPrefixes: [`${net}.0.0/16`] },
      subnets: TIERS.map((tier, order) => ({
        id: subnetId(subscription, tier),
        name: `snet-${tier}`,
        type: 'Microsoft.Network/virtualNetworks/subnets',
        properties: {
          provisioningState: 'Succeeded',
          addressPrefix: `${net}.${order}.0/24`,
          networkSecurityGroup: { id: securityGroupId(subscription, tier) },
        },
      })),
    },
  });
  yield securityGroup(subscription, 'web', [{ name: 'HttpsFromInternet', port: '443', source: 'Internet' }]);
  yield securityGroup(subscription, 'service', [{ name: 'FromWeb', port: '8443', source: `${net}.0.0/24` }]);
  // In development, the bastion is open to the internet.
  yield securityGroup(subscription, 'bastion', [
    { name: 'SshIn', port: '22', source: subscription.purpose === 'development' ? '*' : '198.51.100.0/24' },
  ]);
  for (const machine of inventory.all('machine')) yield* interfaceRows(plan, subscription, machine, net);
  for (const balancer of inventory.all('balancer').filter(({ order }) => order % 2 === 0))
    yield addressRow(subscription, balancer.name, 2 + balancer.order);
}

function securityGroup(
  subscription: Subscription,
  tier: Tier | 'bastion',
  open: readonly { name: string; port: string; source: string }[],
): ResourceRow {
  const rule = (name: string, priority: number, access: 'Allow' | 'Deny', port: string, source: string, protocol: string) => ({
    name,
    properties: {
      provisioningState: 'Succeeded',
      priority,
      direction: 'Inbound',
      access,
      protocol,
      sourceAddressPrefix: source,
      sourcePortRange: '*',
      destinationAddressPrefix: '*',
      destinationPortRange: port,
    },
  });
  return row(subscription, securityGroupId(subscription, tier), 'networkSecurityGroups', {
    properties: {
      provisioningState: 'Succeeded',
      securityRules: open.map(({ name, port, source }, order) => rule(name, 100 + 10 * order, 'Allow', port, source, 'Tcp')),
      defaultSecurityRules: [rule('DenyAllInBound', 65_500, 'Deny', '*', '*', '*')],
    },
  });
}

function* interfaceRows(plan: Plan, subscription: Subscription, machine: AzureResource, net: string): Generator<ResourceRow> {
  const bastion = isBastion(machine);
  const tier: Tier = machine.order % 3 === 0 ? 'web' : 'service';
  if (bastion) yield addressRow(subscription, machine.name, 1);
  yield row(subscription, interfaceId(subscription, machine), 'networkInterfaces', {
    properties: {
      provisioningState: 'Succeeded',
      macAddress: plan.seed.at('mac', machine.id).hex(12).toUpperCase(),
      virtualMachine: { id: machine.id },
      ...(bastion ? { networkSecurityGroup: { id: securityGroupId(subscription, 'bastion') } } : {}),
      ipConfigurations: [
        {
          name: 'ipconfig1',
          properties: {
            primary: true,
            privateIPAddress: `${net}.${TIERS.indexOf(tier)}.${4 + (machine.order % 250)}`,
            privateIPAllocationMethod: 'Dynamic',
            subnet: { id: subnetId(subscription, tier) },
            ...(bastion ? { publicIPAddress: { id: publicAddressId(subscription, machine.name) } } : {}),
          },
        },
      ],
    },
  });
}

export function interfaceId(subscription: Subscription, { name }: AzureResource): string {
  return networkId(subscription, 'networkInterfaces', `nic-${name}`);
}

function addressRow(subscription: Subscription, of: string, last: number): ResourceRow {
  return row(subscription, publicAddressId(subscription, of), 'publicIPAddresses', {
    sku: { name: 'Standard', tier: 'Regional' },
    properties: {
      provisioningState: 'Succeeded',
      ipAddress: `${EGRESS_NETWORK}.${((subscription.index * 7 + last) % 250) + 1}`,
      publicIPAllocationMethod: 'Static',
    },
  });
}

/** Returns the frontend of a load balancer. Every second one faces the internet. */
export function balancerProperties(subscription: Subscription, { name, order }: AzureResource): ResourceRow {
  const front =
    order % 2 === 0
      ? { publicIPAddress: { id: publicAddressId(subscription, name) } }
      : { subnet: { id: subnetId(subscription, 'service') }, privateIPAllocationMethod: 'Dynamic' };
  return { provisioningState: 'Succeeded', frontendIPConfigurations: [{ name: 'front', properties: front }] };
}
