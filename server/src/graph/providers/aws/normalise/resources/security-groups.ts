import type { AwsIpPermission, AwsSecurityGroup } from '../../read/network-shapes';

/** A rule of a security group, once for each network or group that it names. */
export interface SecurityGroupRule {
  direction: 'INBOUND' | 'OUTBOUND';
  /** As AWS writes it: tcp, udp, icmp, a number, or -1 for all. */
  ip_protocol: string;
  /** One port, a range, or 0 for all. */
  ports: string;
  ip_range?: string;
  ipv6_range?: string;
  /** A security group, or a list of prefixes, that stands for addresses. */
  group?: string;
  prefix_list?: string;
  description?: string;
}

const ANYWHERE = new Set(['0.0.0.0/0', '::/0']);
/** A rule for one half of all addresses is as good as for all. */
const HALVES = new Set(['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1']);

export function rulesOf({ IpPermissions: inbound = [], IpPermissionsEgress: outbound = [] }: AwsSecurityGroup): SecurityGroupRule[] {
  return [...inbound.flatMap((permission) => rules('INBOUND', permission)), ...outbound.flatMap((permission) => rules('OUTBOUND', permission))];
}

/** The rules of a group as they are kept, in a fixed order of their fields: by which tool AWS was asked makes no other policy of them. */
export function rulesDocument({ IpPermissions: inbound = [], IpPermissionsEgress: outbound = [] }: AwsSecurityGroup): string {
  return JSON.stringify({ inbound: inbound.map(inOrder), outbound: outbound.map(inOrder) });
}

/** Ports, or ranges of them, that a group opens to the internet; `*`: all. */
export function openPorts(all: readonly SecurityGroupRule[]): string[] {
  const open = all.filter(({ direction, ip_range: v4 = '', ipv6_range: v6 = '' }) => direction === 'INBOUND' && (isAnywhere(v4) || isAnywhere(v6)));
  return [...new Set(open.flatMap(portsOf))];
}

/** The networks that a group lets in, each once, without those that stand for all of the internet; by the name that some rule gives them. */
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

/** A range that stands for all of the internet. */
export function isAnywhere(range: string): boolean {
  return ANYWHERE.has(range) || HALVES.has(range);
}

/** Protocols without ports, such as ICMP, open none. */
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
