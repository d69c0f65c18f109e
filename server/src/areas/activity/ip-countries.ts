import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import { networkList, PRIVATE_NETWORKS } from '../../platform/security/outbound-targets';
import { COUNTRY_PLACES } from './country-places';
import { countryName } from './event-of-row';
import type { Place } from './logged-event';

/** A record of the database is the code of a country, whichever of both ways it is written in. */
type Record = { country_code?: string } | string;

/** Networks of no country: private ones, and those that stand in examples. The registries name the country of whoever wrote them down. */
const NOWHERE = networkList([...PRIVATE_NETWORKS, '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32']);

/**
 * Countries of addresses, from the registries that give addresses out (package `@ip-location-db/geo-whois-asn-country-mmdb`: CC0, its data by the NRO,
 * CC BY 4.0). The file, 8 MB, is read when the first address is asked for.
 */
export class IpCountries {
  #reader: { get(address: string): Record | null } | null = null;

  /** @param file of the database, in the format of MaxMind */
  constructor(private readonly file: string) {}

  /** Where an address is, as wide as its country; null: it is given out to nobody that is known, as private ones. */
  placeOf(address: string): Place | null {
    const version = isIP(address);
    if (version === 0 || NOWHERE.check(address, version === 4 ? 'ipv4' : 'ipv6')) return null;
    this.#reader ??= new Reader(readFileSync(this.file)) as unknown as { get(address: string): Record | null };
    const record = this.#reader.get(address);
    const code = typeof record === 'string' ? record : (record?.country_code ?? '');
    const place = COUNTRY_PLACES.get(code);
    return place ? { ...place, city: '', state: '', country: countryName(code) } : null;
  }
}
