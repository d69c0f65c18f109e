import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Addresses of a host name; rejects where there are none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Networks that nobody outside an installation can answer from, or that answer for the machine itself (IANA special-purpose
 * address registries). Among them are the metadata services of the clouds. The ranges that carry an IPv4 address inside an IPv6
 * one are here as a whole: what they lead to is the gateway's choice.
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

/** How long a name server may take, ms. */
const RESOLVE_LIMIT = 3000;

/** Decides which addresses outside the installation tenants may have messages sent to. */
export class OutboundTargets {
  readonly #private = networkList(PRIVATE_NETWORKS);
  readonly #allowed: BlockList;

  /** @param allowedNetworks what the operator allows although it is private: addresses or networks (`10.20.0.0/16`) */
  constructor(
    allowedNetworks: readonly string[],
    private readonly resolve: Resolve = resolveByName,
  ) {
    this.#allowed = networkList(allowedNetworks);
  }

  /**
   * Whether a host, an address or a name, is private and not allowed. A name is, as soon as one of its addresses is; one that has no
   * address at the moment is not, and must be asked about again before anything is sent to it.
   */
  async isForbidden(host: string): Promise<boolean> {
    return (await this.#addresses(host).catch(() => [])).some((address) => this.#isForbidden(address));
  }

  /** Whether the operator named the network of a host: with all of its addresses, so that messages to it may travel as they are. */
  async isTrusted(host: string): Promise<boolean> {
    const addresses = await this.#addresses(host).catch(() => []);
    return addresses.length > 0 && addresses.every((address) => this.#allowed.check(address, family(address)));
  }

  /**
   * The addresses of a host, to connect to as they are: a name that is resolved a second time may lead elsewhere.
   * @throws ForbiddenTarget where one of them is forbidden; what resolving throws where there is none
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

/** Nothing was sent: the target is in a network that messages may not go to. */
export class ForbiddenTarget extends Error {
  constructor() {
    super('private and link-local addresses are refused');
  }
}

/** Reads addresses and networks; null where one is neither. */
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
