import { isInRange } from './ip-range';
import { resourceUri, type Entity } from './model';
import { NO_ACTIONS } from './action-sets';
import type { AccessRowRecord } from './graph-rows';
import { stableId } from './stable-id';

/** An internet network that a security group admits. */
export interface AdmittedNetwork {
  /** In CIDR notation. */
  range: string;
  /** The description of the rule. */
  name?: string;
}

/** Address ranges that are not routed on the internet. */
const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** Ranges that cover the whole internet, which is the public and not a network. */
const EVERYWHERE = /^(?:0\.0\.0\.0|128\.0\.0\.0|::|8000::)\/[01]$/;

/** Entities whose rules admit networks. */
export interface NetworkOwner {
  tenantId: string;
  cloudType: Entity['cloudType'];
  accountId: string;
}

/** A class of resources with a single security group. */
export interface Guarding {
  id: string;
  example: Entity;
}

/** Access of external networks through security group rules alone. */
export interface PortReach {
  networks: Entity[];
  /** Class by network URI. */
  pclassOf: Map<string, string>;
  access: AccessRowRecord[];
}

/** Returns the networks that a source's security groups admit, for providers whose policies contain no addresses. */
export function portReach(owner: NetworkOwner, groups: readonly Guarding[]): PortReach {
  const found = new Map<string, string | undefined>();
  for (const { example } of groups) for (const { range, name } of networksOf(example)) found.set(range, found.get(range) ?? name);
  const classes = new Map([...found.keys()].map((range) => [range, stableId('pclass', 'network', owner.cloudType, owner.accountId, range)]));
  const networks = [...found].map(([range, name]) => networkNode(owner, range, name));
  return {
    networks,
    pclassOf: new Map(networks.flatMap(({ uri, nativeId }) => [...(classes.has(nativeId) ? [[uri, classes.get(nativeId) as string] as const] : [])])),
    access: portAccess(groups, classes),
  };
}

/**
 * Returns access rows for networks. Access to the open ports of a security group counts as reading.
 * @param classes network classes by range
 */
export function portAccess(resources: readonly Guarding[], classes: ReadonlyMap<string, string>): AccessRowRecord[] {
  return resources.flatMap(({ id, example }) =>
    networksOf(example).flatMap(({ range }): AccessRowRecord[] => {
      const pclassId = classes.get(range);
      if (pclassId === undefined) return [];
      const policy = { policy_id: `${example.nativeId}/rules`, policy_name: example.name, policy_uri: example.uri, statement_index: 0 };
      const via = {
        holder_type: 'RESOURCE',
        holder_uri: '',
        holder_name: '',
        ...policy,
        effect: 'Allow' as const,
        kinds: ['READ' as const],
        conditional_kinds: [],
        actions: NO_ACTIONS,
        conditions: [],
      };
      return [{ pclassId, classId: id, read: 2, write: 0, admin: 0, via: [via], actions: [], actionsTotal: 0, actionSet: NO_ACTIONS }];
    }),
  );
}

/** Returns the internet networks that a security group admits, without ranges that cover the whole internet. */
export function networksOf({ type, attributes }: Entity): AdmittedNetwork[] {
  return type === 'SECURITY_GROUP' && Array.isArray(attributes.networks)
    ? (attributes.networks as AdmittedNetwork[]).filter(({ range }) => isOutside(range))
    : [];
}

export function isOutside(range: string): boolean {
  const [address = ''] = range.split('/');
  return isInRange(address, range) && !EVERYWHERE.test(range) && !PRIVATE.some((own) => isInRange(address, own));
}

/** Returns an external network as an entity, named by its address. */
export function networkNode({ tenantId, cloudType, accountId }: NetworkOwner, range: string, name: string | undefined): Entity {
  const ip = range.replace(/\/(?:32|128)$/, '');
  return {
    uri: resourceUri(tenantId, cloudType, accountId, '', 'NETWORK_NODE', ip),
    nativeId: range,
    name: name ? `${ip} (${name})` : ip,
    type: 'NETWORK_NODE',
    accountId,
    cloudType,
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: { external: true, networkip: range },
  };
}
