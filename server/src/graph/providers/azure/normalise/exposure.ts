import { at, fields, list, text, type Fields } from '../../../../platform/json-values';

const ANYWHERE = new Set(['*', '0.0.0.0/0', '::/0', 'internet', 'any', '0.0.0.0', '<nw>/0']);

/** A rule of a network security group. */
export interface SecurityRule {
  name: string;
  direction: string;
  access: string;
  protocol: string;
  ports: string[];
  sources: string[];
  priority: number;
}

export function securityRules(properties: Fields): SecurityRule[] {
  const rules = [...list(properties.securityRules), ...list(properties.defaultSecurityRules)].map((entry) => {
    const rule = { ...fields(entry), ...fields(fields(entry).properties) };
    return {
      name: text(rule.name),
      direction: text(rule.direction),
      access: text(rule.access),
      protocol: text(rule.protocol),
      ports: several(rule.destinationPortRange, rule.destinationPortRanges),
      sources: several(rule.sourceAddressPrefix, rule.sourceAddressPrefixes),
      priority: typeof rule.priority === 'number' ? rule.priority : Number.MAX_SAFE_INTEGER,
    };
  });
  return rules.sort((a, b) => a.priority - b.priority);
}

function several(one: unknown, many: unknown): string[] {
  return [text(one), ...list(many).map(text)].filter(Boolean);
}

/** Returns the ports or port ranges open to the internet. A deny of all traffic with higher priority closes those after it. */
export function portsOpenToInternet(rules: readonly SecurityRule[]): string[] {
  const open: string[] = [];
  for (const { direction, access, ports, sources, protocol } of rules) {
    if (direction.toLowerCase() !== 'inbound' || !sources.some((source) => ANYWHERE.has(source.toLowerCase()))) continue;
    if (access.toLowerCase() === 'allow') open.push(...ports);
    else if (ports.includes('*') && (protocol === '*' || protocol === '')) break;
  }
  return [...new Set(open)];
}

/** Returns the networks that a group admits by address, named by the rule. Rules behind a deny of all traffic do not count. */
export function admittedNetworks(rules: readonly SecurityRule[]): { range: string; name: string }[] {
  const found = new Map<string, string>();
  for (const { name, direction, access, ports, sources, protocol } of rules) {
    if (direction.toLowerCase() !== 'inbound') continue;
    const isAllow = access.toLowerCase() === 'allow';
    if (!isAllow && ports.includes('*') && (protocol === '*' || protocol === '') && sources.some((source) => ANYWHERE.has(source.toLowerCase())))
      break;
    for (const source of isAllow ? sources : []) {
      if (!/^[\d.]+(?:\/\d+)?$|^[\da-f:]*:[\da-f:.]*(?:\/\d+)?$/i.test(source) || ANYWHERE.has(source)) continue;
      const range = source.includes('/') ? source : `${source}/${source.includes(':') ? 128 : 32}`;
      if (!found.has(range)) found.set(range, name);
    }
  }
  return [...found].map(([range, name]) => ({ range, name }));
}

/** Reports whether the data of a store, vault or database accepts requests from any network; undefined where the row does not tell. */
export function isPublic(type: string, properties: Fields): boolean | undefined {
  const network = text(properties.publicNetworkAccess) || text(at(properties, 'network', 'publicNetworkAccess'));
  const isOpen = network.toLowerCase() !== 'disabled' && text(at(properties, 'networkAcls', 'defaultAction')).toLowerCase() !== 'deny';
  if (type === 'microsoft.storage/storageaccounts') return isOpen && properties.allowBlobPublicAccess === true;
  if (type === 'microsoft.documentdb/databaseaccounts') {
    return isOpen && properties.isVirtualNetworkFilterEnabled !== true && list(properties.ipRules).length === 0;
  }
  if (/^microsoft\.(?:keyvault\/vaults|sql\/servers|sql\/managedinstances|dbfor\w+\/\w+)$/.test(type)) {
    if (type === 'microsoft.sql/managedinstances') return properties.publicDataEndpointEnabled === true;
    return network === '' && type !== 'microsoft.keyvault/vaults' ? undefined : isOpen;
  }
  if (type === 'microsoft.web/sites') return isOpen;
  return undefined;
}

/** Reports whether data at rest is encrypted, where the row tells. */
export function isEncrypted(type: string, properties: Fields): boolean | undefined {
  if (type === 'microsoft.compute/disks' || type === 'microsoft.compute/snapshots')
    return text(at(properties, 'encryption', 'type')) !== '' ? true : undefined;
  // Azure always encrypts these, with its own keys or the customer's.
  return /^microsoft\.(?:storage\/storageaccounts|documentdb\/databaseaccounts|keyvault\/vaults|keyvault\/managedhsms)$/.test(type)
    ? true
    : undefined;
}
