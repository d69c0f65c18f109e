import type { AwsIpPermission, AwsSecurityGroup } from '../../read/network-shapes';

/** A rule of a security group, one per network or group that it names. */
export interface SecurityGroupRule {
  direction: 'INBOUND' | 'OUTBOUND';
  /** Protocol as AWS writes it: tcp, udp, icmp, a number, or -1 for all. */
  ip_protocol: string;
  /** One port, a range, or 0 for all. */
  ports: string;
  ip_range?: string;
  ipv6_range?: string;
  /** A security group or prefix list in place of addresses. */
  group?: string;
  prefix_list?: string;
  description?: string;
}

const ANYWHERE = new Set(['0.0.0.0/0', '::/0']);
/** Half of the address space or more counts as all addresses. */
const HALVES = new Set(['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1']);

export function rulesOf({ IpPermissions: inbound = [], IpPermissionsEgress: outbound = [] }: AwsSecurityGroup): SecurityGroupRule[] {
  return [...inbound.flatMap((permission) => rules('INBOUND', permission)), ...outbound.flatMap((permission) => rules('OUTBOUND', permission))];
}

/** Returns a group's rules with fields in a fixed order, so that the export tool does not change the document. */
export function rulesDocument({ IpPermissions: inbound = [], IpPermissionsEgress: outbound = [] }: AwsSecurityGroup): string {
  return JSON.stringify({ inbound: inbound.map(inOrder), outbound: outbound.map(inOrder) });
}

/** Returns the ports or port ranges that a group opens to the internet; `*` means all. */
export function openPorts(all: readonly SecurityGroupRule[]): string[] {
  const open = all.filter(({ direction, ip_range: v4 = '', ipv6_range: v6 = '' }) => direction === 'INBOUND' && (isAnywhere(v4) || isAnywhere(v6)));
  return [...new Set(open.flatMap(portsOf))];
}

/** Returns the distinct networks that a group admits, named by their rules, without ranges that cover the whole internet. */
export function admittedNetworks(all: readonly SecurityGroupRule[]): { range: string; name?: string }[] {
  const found = new Map<string, { range: string; name?: string }>();
  for (const { direction, ip_range: v4, ipv6_range: v6, description: name } of all) {
    const range = v4 ?? v6;
    if (direction !== 'INBOUND' || range === undefined || isAnywhere(range)) continue;
    const known = found.get(range) ?? { range };
    found.set(range, known.name === undefined && name !== undefined ? { range, name } : known);
  }
  return [...found.values()];
}

function inOrder(permission: AwsIpPermission): AwsIpPermission {
  const { IpProtocol, FromPort, ToPort, IpRanges = [], Ipv6Ranges = [], PrefixListIds = [], UserIdGroupPairs = [] } = permission;
  return {
    IpProtocol,
    FromPort,
    ToPort,
    IpRanges: IpRanges.map(({ CidrIp, Description }) => ({ CidrIp, Description })),
    Ipv6Ranges: Ipv6Ranges.map(({ CidrIpv6, Description }) => ({ CidrIpv6, Description })),
    PrefixListIds: PrefixListIds.map(({ PrefixListId, Description }) => ({ PrefixListId, Description })),
    UserIdGroupPairs: UserIdGroupPairs.map(({ GroupId, UserId, Description }) => ({ GroupId, UserId, Description })),
  };
}

/** Reports whether a range covers the whole internet. */
export function isAnywhere(range: string): boolean {
  return ANYWHERE.has(range) || HALVES.has(range);
}

/** Protocols without ports, such as ICMP, open no port. */
function portsOf({ ip_protocol: protocol, ports }: SecurityGroupRule): string[] {
  if (protocol === '-1') return ['*'];
  if (!['tcp', 'udp', '6', '17'].includes(protocol)) return [];
  return [ports === '0' || ports === '0-65535' ? '*' : ports];
}

function rules(direction: SecurityGroupRule['direction'], permission: AwsIpPermission): SecurityGroupRule[] {
  const { IpProtocol: protocol = '-1', IpRanges: v4 = [], Ipv6Ranges: v6 = [], PrefixListIds: lists = [], UserIdGroupPairs: pairs = [] } = permission;
  const common = { direction, ip_protocol: protocol, ports: portText(permission) };
  const said = (description: string | undefined): { description?: string } => (description ? { description } : {});
  return [
    ...v4.flatMap(({ CidrIp: range, Description: text }) => (range ? [{ ...common, ip_range: range, ...said(text) }] : [])),
    ...v6.flatMap(({ CidrIpv6: range, Description: text }) => (range ? [{ ...common, ipv6_range: range, ...said(text) }] : [])),
    ...lists.flatMap(({ PrefixListId: list, Description: text }) => (list ? [{ ...common, prefix_list: list, ...said(text) }] : [])),
    ...pairs.flatMap(({ GroupId: group, Description: text }) => (group ? [{ ...common, group, ...said(text) }] : [])),
  ];
}

function portText({ IpProtocol: protocol, FromPort: from, ToPort: to }: AwsIpPermission): string {
  if (protocol === '-1' || from === undefined || from < 0) return '0';
  return to === undefined || to === from ? String(from) : `${from}-${to}`;
}
