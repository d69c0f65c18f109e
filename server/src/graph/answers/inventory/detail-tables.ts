import type { Api, DetailRow } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import type { Entity } from '../../engine/model';
import { MEMBERSHIPS, neighbourIds, neighbours, type NeighbourPage, type NeighbourQuery } from '../counts/read-neighbours';
import type { AccountNames } from './answers';
import { listOf, valuesOf } from './values';

type Tab = NonNullable<Api['GET /v1/graph-querymgr/network-service']['query']['tableTab']>;

interface Scope {
  tenantId: string;
  now: Date;
}

interface Rule {
  ip_protocol?: string;
  ports?: string;
  ip_range?: string;
  ipv6_range?: string;
  direction?: string;
}

interface Route {
  destination?: string;
  target?: string;
  state?: string;
}

/** Fields that a table shows. The entity's page shows the rest. */
const SHOWN = ['VpcID', 'SubnetID', 'IPAddress', 'PublicIPAddress', 'SecurityGroups', 'Status', 'Public', 'Open Ports', 'Email'];

function shownOf(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(SHOWN.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

export function detailRow({ uri, name, type, accountId, region, attributes }: Entity, names: AccountNames): DetailRow {
  return { uri, name, type, ...names.of(accountId), values: { Region: region, ...shownOf(valuesOf(attributes)) } };
}

/** A table of a page: its displayed rows and their total. */
export interface DetailTable {
  rows: DetailRow[];
  total: number;
}

export function tableOf(rows: DetailRow[]): DetailTable {
  return { rows, total: rows.length };
}

export function tableOfEntities({ entities, total }: NeighbourPage, names: AccountNames): DetailTable {
  return { rows: entities.map((one) => detailRow(one, names)), total };
}

/** Returns a table of the networking tile: members of a network, its firewalls, or its rules and routes as configured. */
export async function networkTable(tx: Tx, scope: Scope, entity: Entity, tab: Tab, names: AccountNames): Promise<DetailTable> {
  if (tab === 'NETWORKING_RULES') return tableOf(listOf<Rule>(entity.attributes, 'rules').map((rule, index) => ruleRow(rule, index, entity, names)));
  if (tab === 'NETWORKING_ROUTES')
    return tableOf(listOf<Route>(entity.attributes, 'routes').map((route, index) => routeRow(route, index, entity, names)));
  const wanted = await WANTED[tab]?.(tx, scope, entity);
  return wanted ? tableOfEntities(await neighbours(tx, scope, wanted), names) : tableOf([]);
}

/** Returns the neighbours that a tab lists. */
type Find = (tx: Tx, scope: Scope, entity: Entity) => Promise<NeighbourQuery>;

const subnetsOf: Find = async (_tx, _scope, { type, nativeId }) => {
  if (type === 'ROUTE_TABLE') return { of: [nativeId], kind: 'routed_by', side: 'children', type: 'SUBNET' };
  if (type === 'INSTANCE') return { of: [nativeId], kind: 'located_in', side: 'parents', type: 'SUBNET' };
  return { of: [nativeId], kind: 'located_in', side: 'children', type: 'SUBNET' };
};

const instancesOf: Find = async (tx, scope, entity) => {
  const { type, nativeId } = entity;
  if (type === 'INSTANCE') return { of: [], kind: 'located_in', side: 'children' };
  if (type === 'SECURITY_GROUP') return { of: [nativeId], kind: 'guarded_by', side: 'children', type: 'INSTANCE' };
  const within = type === 'SUBNET' ? [] : await neighbourIds(tx, scope, await subnetsOf(tx, scope, entity));
  return { of: [nativeId, ...within], kind: 'located_in', side: 'children', type: 'INSTANCE' };
};

const securityGroupsOf: Find = async (tx, scope, entity) => {
  if (entity.type === 'VPC') return { of: [entity.nativeId], kind: 'located_in', side: 'children', type: 'SECURITY_GROUP' };
  const machines = entity.type === 'INSTANCE' ? [entity.nativeId] : await neighbourIds(tx, scope, await instancesOf(tx, scope, entity));
  return { of: machines, kind: 'guarded_by', side: 'parents', type: 'SECURITY_GROUP' };
};

const WANTED: Partial<Record<Tab, Find>> = {
  NETWORKING_INSTANCES: instancesOf,
  NETWORKING_SECURITY_GROUPS: securityGroupsOf,
  NETWORKING_SUBNETS: subnetsOf,
};

/** Labels for the relation of a part to its whole. */
const PART_OF: Record<(typeof MEMBERSHIPS)[number], string> = {
  member_of: 'Member of',
  contains: 'Lies in',
  located_in: 'Is in',
  guarded_by: 'Guarded by',
  routed_by: 'Routed by',
};

/** Returns the groups, scopes and networks that contain an entity. */
export async function membershipTable(tx: Tx, scope: Scope, { nativeId }: Entity, names: AccountNames): Promise<DetailTable> {
  const table = tableOf([]);
  for (const kind of MEMBERSHIPS) {
    const { entities, total } = await neighbours(tx, scope, { of: [nativeId], kind, side: 'parents' });
    for (const one of entities)
      table.rows.push({ uri: one.uri, name: one.name, type: one.type, ...names.of(one.accountId), values: { How: PART_OF[kind] } });
    table.total += total;
  }
  return table;
}

/** Returns the versions of a policy that its source lists. */
export function versionTable(entity: Entity, names: AccountNames): DetailTable {
  const versions = listOf<{ id?: string; default?: boolean; created?: string }>(entity.attributes, 'versions');
  return tableOf(
    versions.map((version) => ({
      uri: '',
      name: version.id ?? 'N/A',
      type: 'VERSION',
      ...names.of(entity.accountId),
      values: { Counts: version.default ? 'Yes' : 'No', Created: version.created ?? 'N/A' },
    })),
  );
}

/** Any protocol is written as -1, any port as 0. */
function ruleRow(
  { ip_protocol, ports, ip_range, ipv6_range, direction }: Rule,
  index: number,
  { accountId }: Entity,
  names: AccountNames,
): DetailRow {
  const values = {
    Direction: direction ?? 'N/A',
    Protocol: ip_protocol === '-1' ? 'All' : (ip_protocol ?? 'N/A'),
    Ports: ports === '0' || ip_protocol === '-1' ? 'All' : (ports ?? 'N/A'),
    'IP Range': ip_range ?? 'N/A',
    'IPv6 Range': ipv6_range ?? 'N/A',
  };
  return { uri: '', name: `Rule ${index + 1}`, type: '', ...names.of(accountId), values };
}

function routeRow({ destination, target, state }: Route, index: number, { accountId }: Entity, names: AccountNames): DetailRow {
  const values = { Destination: destination ?? 'N/A', Target: target ?? 'N/A', State: state ?? 'N/A' };
  return { uri: '', name: `Route ${index + 1}`, type: '', ...names.of(accountId), values };
}
