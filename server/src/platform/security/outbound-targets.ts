import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Returns the addresses of a host name; rejects if there are none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Networks inside an installation or of the machine itself, among them the clouds' metadata services (IANA special-purpose address registries).
 * IPv6 ranges that embed an IPv4 address are here as a whole, because the gateway chooses where they lead.
 */
export const PRIVATE_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Time limit of a name server, ms. */
const RESOLVE_LIMIT = 3000;

/** Decides which addresses tenants may have messages sent to. */
export class OutboundTargets {
  readonly #private = networkList(PRIVATE_NETWORKS);
  readonly #allowed: BlockList;

  /** @param allowedNetworks private addresses or networks (`10.20.0.0/16`) that the operator allows */
  constructor(
    allowedNetworks: readonly string[],
    private readonly resolve: Resolve = resolveByName,
  ) {
    this.#allowed = networkList(allowedNetworks);
  }

  /**
   * Reports whether a host is private and not allowed. A name is forbidden if any of its addresses is. A name without an address passes, and must be
   * checked again before each message.
   */
  async isForbidden(host: string): Promise<boolean> {
    return (await this.#addresses(host).catch(() => [])).some((address) => this.#isForbidden(address));
  }

  /** Reports whether the operator allows all addresses of a host by name, so that messages to it may travel unencrypted. */
  async isTrusted(host: string): Promise<boolean> {
    const addresses = await this.#addresses(host).catch(() => []);
    return addresses.length > 0 && addresses.every((address) => this.#allowed.check(address, family(address)));
  }

  /**
   * Returns the addresses of a host. Connect to these: a second resolution of the name may lead elsewhere.
   * @throws ForbiddenTarget if one of them is forbidden; the resolver's error if there are none
   */
  async reachable(host: string): Promise<[string, ...string[]]> {
    const [first, ...others] = await this.#addresses(host);
    if (first === undefined) throw new Error('the name has no address');
    if ([first, ...others].some((address) => this.#isForbidden(address))) throw new ForbiddenTarget();
    return [first, ...others];
  }

  async #addresses(host: string): Promise<string[]> {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    return isIP(bare) ? [bare] : this.resolve(bare);
  }

  #isForbidden(address: string): boolean {
    return this.#private.check(address, family(address)) && !this.#allowed.check(address, family(address));
  }
}

/** The target is in a forbidden network; nothing was sent. */
export class ForbiddenTarget extends Error {
  constructor() {
    super('private and link-local addresses are refused');
  }
}

/** Parses addresses and networks; null if one is invalid. */
export function readNetworks(text: string): string[] | null {
  const networks = text.split(/[\s,]+/).filter(Boolean);
  return networks.every(isNetwork) ? networks : null;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

async function resolveByName(host: string): Promise<string[]> {
  const limit = AbortSignal.timeout(RESOLVE_LIMIT);
  const tooSlow = new Promise<never>((_resolve, reject) => limit.addEventListener('abort', () => reject(limit.reason), { once: true }));
  return (await Promise.race([lookup(host, { all: true }), tooSlow])).map(({ address }) => address);
}
