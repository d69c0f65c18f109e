import { BlockList, isIP } from 'node:net';

/** Parses addresses and networks; null if one is invalid. */
export function readNetworks(text: string): string[] | null {
  const networks = text.split(/[\s,]+/).filter(Boolean);
  return networks.every(isNetwork) ? networks : null;
}

/** Reports whether a text is an address, or a network such as `10.20.0.0/16`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A set of addresses and networks of both families. */
export class Networks {
  // A list for each family: a list of both would compare an IPv4 address with the IPv6 networks that contain the mapped addresses.
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  /** @param networks texts for which `isNetwork` holds */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const kind = family(address);
      if (bits === undefined) this.#lists[kind].addAddress(address, kind);
      else this.#lists[kind].addSubnet(address, Number(bits), kind);
    }
  }

  /** Reports whether one of them contains an address. A mapped one, such as `::ffff:10.0.0.1`, is also compared as the IPv4 address. A text that is no address is in none. */
  contains(address: string): boolean {
    if (isIP(address) === 0) return false;
    const kind = family(address);
    return this.#lists[kind].check(address, kind) || (kind === 'ipv6' && this.#lists.ipv4.check(address, kind));
  }
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
