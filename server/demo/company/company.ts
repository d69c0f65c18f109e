/** The made-up company. Its top-level domain is reserved, so nobody can own its domain. */
export const COMPANY = 'Kestrel Harbor';
export const PREFIX = 'kestrel';
export const DOMAIN = 'kestrelharbor.example';

/** A smaller company that was acquired. Its cloud is still a separate organization. */
export const ACQUIRED = 'Larkspur Robotics';
export const ACQUIRED_PREFIX = 'larkspur';

/** Other companies with access to the clouds. */
export const PARTNERS = {
  costs: { name: 'Brightledger', account: '498210375561' },
  logs: { name: 'Fathom Observability', account: '730194482206' },
  carrier: { name: 'Northline Freight', account: '265539071148' },
  agency: { name: 'Pixelwright', account: '884017263395', domain: 'pixelwright.example' },
} as const;
