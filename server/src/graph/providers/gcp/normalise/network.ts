import type { Entity } from '../../../engine/model';
import { fields, list, text, type Fields } from '../../../../platform/json-values';
import { addFirewallRules } from '../../../engine/firewall-rules';
import type { SourceDraft } from '../../../engine/source-draft';
import type { AddedRow } from './added-row';

interface Firewall {
  nativeId: string;
  network: string;
  /** Ports or port ranges open to the internet; `*` means all. */
  openPorts: string[];
  /** Target tags or service accounts; where both are empty, the rule covers the whole network. */
  tags: string[];
  accounts: string[];
}

/** Relates virtual machines to subnets and subnets to networks, with their firewall rules and internet exposure. */
export function addNetwork(draft: SourceDraft, rows: readonly AddedRow[]): void {
  const byLink = new Map(rows.map(({ entity }) => [linkOf(entity.nativeId), entity.nativeId]));
  const find = (link: unknown): string => (typeof link === 'string' ? (byLink.get(linkOf(link)) ?? '') : '');
  const ofType = (type: string): AddedRow[] => rows.filter(({ assetType }) => assetType === `compute.googleapis.com/${type}`);
  for (const { entity, resource } of ofType('Subnetwork')) {
    const network = find(resource.network);
    if (network === '') continue;
    Object.assign(entity.attributes, { vpcid: network, ...(typeof resource.ipCidrRange === 'string' ? { networkip: resource.ipCidrRange } : {}) });
    draft.relate(entity.nativeId, network, 'located_in');
  }
  for (const { entity, resource } of ofType('Route')) {
    const network = find(resource.network);
    if (network !== '') entity.attributes.vpcid = network;
  }
  const firewalls = ofType('Firewall').map(({ entity, resource }) => toFirewall(entity, resource, find(resource.network)));
  for (const { nativeId } of firewalls) addFirewallRules(draft, nativeId);
  for (const { entity, resource, row } of ofType('Instance')) addMachine(draft, entity, resource, row, firewalls, find);
  for (const type of ['ForwardingRule', 'GlobalForwardingRule']) {
    for (const { entity, resource } of ofType(type)) {
      const isPublic = String(resource.loadBalancingScheme ?? '').startsWith('EXTERNAL');
      Object.assign(entity.attributes, {
        public: isPublic,
        ...(typeof resource.IPAddress === 'string' ? { [isPublic ? 'publicip' : 'networkip']: resource.IPAddress } : {}),
      });
    }
  }
}

/** Normalises a reference. The API adds host and version, the inventory does not; both contain `projects/p/global/networks/n`. */
function linkOf(link: string): string {
  return link.replace(/^.*?(?=projects\/)/, '').toLowerCase();
}

function toFirewall(entity: Entity, rule: Fields, network: string): Firewall {
  const isInbound = String(rule.direction ?? 'INGRESS').toUpperCase() === 'INGRESS' && rule.disabled !== true;
  const fromAnywhere = texts(rule.sourceRanges).some((range) => ANYWHERE.has(range));
  const allowed = list(rule.allowed).map(fields);
  const openPorts = isInbound && fromAnywhere ? allowed.flatMap(({ ports }) => (texts(ports).length > 0 ? texts(ports) : ['*'])) : [];
  const [single] = openPorts.filter((port) => /^\d+$/.test(port));
  const rules = { direction: rule.direction, allowed: rule.allowed, denied: rule.denied, sources: texts(rule.sourceRanges), priority: rule.priority };
  Object.assign(entity.attributes, {
    rules,
    networks:
      isInbound && allowed.length > 0
        ? texts(rule.sourceRanges)
            .filter((range) => !ANYWHERE.has(range))
            .map((range) => ({ range: rangeOf(range), name: entity.name }))
        : [],
    openports: openPorts,
    public: openPorts.length > 0,
    ...(network === '' ? {} : { vpcid: network }),
    ...(single === undefined ? {} : { port: Number(single) }),
  });
  return { nativeId: entity.nativeId, network, openPorts, tags: texts(rule.targetTags), accounts: texts(rule.targetServiceAccounts) };
}

const ANYWHERE = new Set(['0.0.0.0/0', '::/0']);

/** Returns a range; a single address becomes a network of its own. */
function rangeOf(range: string): string {
  return range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`;
}

function addMachine(
  draft: SourceDraft,
  entity: Entity,
  resource: Fields,
  row: Fields,
  firewalls: readonly Firewall[],
  find: (link: unknown) => string,
): void {
  const [first, ...others] = list(resource.networkInterfaces).map(fields);
  const tags = texts(fields(resource.tags).items ?? row.networkTags);
  const accounts = list(resource.serviceAccounts).map((account) => text(fields(account).email));
  const publicIps: string[] = [];
  const guarding = new Set<Firewall>();
  for (const nic of [...(first ? [first] : []), ...others]) {
    const [network, subnet] = [find(nic.network), find(nic.subnetwork)];
    if (subnet !== '') draft.relate(entity.nativeId, subnet, 'located_in');
    const configs = list(nic.accessConfigs).map(fields);
    publicIps.push(...configs.map(({ natIP }) => natIP).filter((ip): ip is string => typeof ip === 'string'));
    for (const firewall of firewalls) if (network !== '' && firewall.network === network && isFor(firewall, tags, accounts)) guarding.add(firewall);
  }
  for (const { nativeId } of guarding) draft.relate(entity.nativeId, nativeId, 'guarded_by');
  const [publicip] = publicIps.length > 0 ? publicIps : texts(resource.externalIPs);
  const [network, subnet] = [find(first?.network), find(first?.subnetwork)];
  Object.assign(entity.attributes, {
    ...(typeof first?.networkIP === 'string' ? { networkip: first.networkIP } : {}),
    ...(network === '' ? {} : { vpcid: network }),
    ...(subnet === '' ? {} : { subnetid: subnet }),
    // A network without an allow rule admits no traffic.
    ...(publicip === undefined ? {} : { publicip, public: [...guarding].some(({ openPorts }) => openPorts.length > 0) }),
  });
}

function isFor(firewall: Firewall, tags: readonly string[], accounts: readonly string[]): boolean {
  if (firewall.tags.length === 0 && firewall.accounts.length === 0) return true;
  return firewall.tags.some((tag) => tags.includes(tag)) || firewall.accounts.some((account) => accounts.includes(account));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
