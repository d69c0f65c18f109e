/** An office. Its network is reserved for documentation and reaches nobody. */
export interface Place {
  city: string;
  country: string;
  /** ISO 3166 code, as in sign-in logs. */
  countryCode: string;
  state: string;
  /** Offset from UTC, in hours. */
  utcOffset: number;
  latitude: number;
  longitude: number;
  /** First three octets of the office's public addresses. */
  network: string;
}

const place = (
  city: string,
  country: string,
  countryCode: string,
  state: string,
  utcOffset: number,
  latitude: number,
  longitude: number,
  network: string,
): Place => ({ city, country, countryCode, state, utcOffset, latitude, longitude, network });

export const OFFICES: readonly Place[] = [
  place('Hamburg', 'Germany', 'DE', 'Hamburg', 1, 53.55, 9.99, '198.51.100'),
  place('Chicago', 'United States', 'US', 'Illinois', -6, 41.88, -87.63, '203.0.113'),
  place('Bengaluru', 'India', 'IN', 'Karnataka', 5, 12.97, 77.59, '192.0.2'),
  place('Singapore', 'Singapore', 'SG', 'Singapore', 8, 1.35, 103.82, '198.18.7'),
  place('Sao Paulo', 'Brazil', 'BR', 'Sao Paulo', -3, -23.55, -46.63, '198.18.21'),
];

/** Places without employees: a sign-in from there is suspicious. */
export const ODD_PLACES: readonly Place[] = [
  place('Minsk', 'Belarus', 'BY', 'Minsk', 3, 53.9, 27.57, '198.19.44'),
  place('Lagos', 'Nigeria', 'NG', 'Lagos', 1, 6.52, 3.38, '198.19.90'),
  place('Hanoi', 'Vietnam', 'VN', 'Ha Noi', 7, 21.03, 105.85, '198.19.121'),
];

/** The office networks in CIDR form, for policies. */
export const OFFICE_NETWORKS: readonly string[] = OFFICES.map(({ network }) => `${network}.0/24`);

/** First three octets of the public addresses of machines in the clouds. */
export const EGRESS_NETWORK = '198.18.200';
