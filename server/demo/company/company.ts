/** The made-up company. Its domain is one that nobody can own. */
export const COMPANY = 'Kestrel Harbor';
export const PREFIX = 'kestrel';
export const DOMAIN = 'kestrelharbor.example';

/** A smaller company that was bought; its cloud is an organization of its own still. */
export const ACQUIRED = 'Larkspur Robotics';
export const ACQUIRED_PREFIX = 'larkspur';

/** Other companies that were let into the clouds. */
export const PARTNERS = {
  costs: { name: 'Brightledger', account: '498210375561' },
  logs: { name: 'Fathom Observability', account: '730194482206' },
  carrier: { name: 'Northline Freight', account: '265539071148' },
  agency: { name: 'Pixelwright', account: '884017263395', domain: 'pixelwright.example' },
} as const;
