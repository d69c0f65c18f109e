import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Networks } from './networks';

/** Returns the addresses of a host name; rejects if there are none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Every IPv4 network that is not globally reachable, and those for which the registry gives no answer (multicast, and the former relays of 6to4).
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry/ and https://www.iana.org/assignments/multicast-addresses/
 */
const NOT_GLOBAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Every IPv6 network that is not globally reachable. Only 2000::/3 is assigned for global unicast, so the three networks around it are here as a whole:
 * they contain loopback, unique local, link-local and multicast addresses, those that embed an IPv4 address (::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48),
 * and those that nobody has yet. 2001::/23 contains Teredo, and 2002::/16 is 6to4: a gateway chooses where an embedded IPv4 address leads.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry/ and https://www.iana.org/assignments/ipv6-address-space/
 */
const NOT_GLOBAL_IPV6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * The names of this machine itself, which no name server needs to know. A failed lookup would let them pass.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
const OWN_NAME = /(^|\.)localhost\.?$/i;

/** Time limit of a name server, ms. */
const RESOLVE_LIMIT = 3000;

const notGlobal = new Networks([...NOT_GLOBAL_IPV4, ...NOT_GLOBAL_IPV6]);

/** Reports whether an address is reachable from the whole internet, as the registries of special-purpose addresses have it. */
export function isGlobal(address: string): boolean {
  return !notGlobal.contains(address);
}

/** Decides which addresses tenants may have messages sent to. */
export class OutboundTargets {
  readonly #allowed: Networks;

  /** @param allowedNetworks addresses or networks (`10.20.0.0/16`) that the operator allows although they are not global */
  constructor(
    allowedNetworks: readonly string[],
    private readonly resolve: Resolve = resolveByName,
  ) {
    this.#allowed = new Networks(allowedNetworks);
  }

  /**
   * Reports whether a host is not global and not allowed. A name is forbidden if any of its addresses is. A name without an address passes, and must be
   * checked again before each message.
   */
  async isForbidden(host: string): Promise<boolean> {
    return (await this.#addresses(host).catch(() => [])).some((address) => this.#isForbidden(address));
  }

  /** Reports whether the operator allows all addresses of a host by name, so that messages to it may travel unencrypted. */
  async isTrusted(host: string): Promise<boolean> {
    const addresses = await this.#addresses(host).catch(() => []);
    return addresses.length > 0 && addresses.every((address) => this.#allowed.contains(address));
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
    // A zone (fe80::1%eth0) chooses an interface of this machine, and does not change which network the address is in.
    const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
    if (OWN_NAME.test(bare)) return ['127.0.0.1'];
    return isIP(bare) ? [bare] : this.resolve(bare);
  }

  #isForbidden(address: string): boolean {
    return !isGlobal(address) && !this.#allowed.contains(address);
  }
}

/** Lets a request to a host name connect to this address, which was checked, instead of one that a second resolution returns. */
export function lookupOf(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family));
}

/** The target is in a forbidden network; nothing was sent. */
export class ForbiddenTarget extends Error {
  constructor() {
    super('private and link-local addresses are refused');
  }
}

async function resolveByName(host: string): Promise<string[]> {
  const limit = AbortSignal.timeout(RESOLVE_LIMIT);
  const tooSlow = new Promise<never>((_resolve, reject) => limit.addEventListener('abort', () => reject(limit.reason), { once: true }));
  return (await Promise.race([lookup(host, { all: true }), tooSlow])).map(({ address }) => address);
}
