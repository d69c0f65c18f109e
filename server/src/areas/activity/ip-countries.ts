import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import { isGlobal } from '../../platform/security/outbound-targets';
import { COUNTRY_PLACES } from './country-places';
import { countryName } from './event-of-row';
import type { Place } from './logged-event';

/** A record of the database: the country code, in either of its two forms. */
type Record = { country_code?: string } | string;

/**
 * Countries of addresses by the registries that allocate them (package `@ip-location-db/geo-whois-asn-country-mmdb`: CC0, data by the NRO,
 * CC BY 4.0). The first lookup loads the file, 8 MB.
 */
export class IpCountries {
  #reader: { get(address: string): Record | null } | null = null;

  /** @param file the database, in MaxMind's format */
  constructor(private readonly file: string) {}

  /** Returns the location of an address with its country's radius; null if no country is known, as for private addresses. */
  placeOf(address: string): Place | null {
    // Addresses of private networks and of documentation have no country, although the registries list that of the author.
    if (isIP(address) === 0 || !isGlobal(address)) return null;
    this.#reader ??= new Reader(readFileSync(this.file)) as unknown as { get(address: string): Record | null };
    const record = this.#reader.get(address);
    const code = typeof record === 'string' ? record : (record?.country_code ?? '');
    const place = COUNTRY_PLACES.get(code);
    return place ? { ...place, city: '', state: '', country: countryName(code) } : null;
  }
}
