/** A call of a page: path with query, and an optional body. */
export interface PageCall {
  path: string;
  body?: object;
}

/** A page with the calls of its first screen. */
export interface FirstScreen {
  page: string;
  calls: PageCall[];
}

/** The entities whose pages are measured, with the queries of their pages. */
export interface Examples {
  identity: { uri: string; query: string };
  object: { uri: string; query: string };
  network: { uri: string };
}

const G = '/v1/graph-querymgr';
const rows = (types: string): PageCall => ({ path: `${G}/entities?type=${types}&page_number=0&page_size=20` });
const access = (input: string): PageCall => ({ path: `${G}/autocomplete-user`, body: { input, session_props: { batch_size: 20 } } });

/** Returns the calls that each page of the explorer makes before it shows data. */
export function firstScreens({ identity, object, network }: Examples): FirstScreen[] {
  const uri = (of: { uri: string }): string => encodeURIComponent(of.uri);
  return [
    { page: 'dashboard', calls: [{ path: `${G}/dashboard` }, { path: '/v1/intents/failedCountsByRegion' }, { path: '/v2/alerts/count' }] },
    { page: 'identities', calls: [{ path: `${G}/identity?type=USER` }, rows('USER')] },
    { page: 'objects', calls: [{ path: `${G}/objects?type=OBJECT_STORE` }, rows('OBJECT_STORE')] },
    { page: 'networks', calls: [{ path: `${G}/networks?type=VPC` }, rows('VPC')] },
    { page: 'privileges', calls: [{ path: `${G}/privileges/USED?page_number=0&page_size=20` }] },
    { page: 'public objects', calls: [{ path: `${G}/public-objects` }] },
    { page: 'shadow access', calls: [{ path: `${G}/shadow-access` }] },
    {
      page: 'unused access',
      calls: [{ path: `${G}/unused-accesses?identity_type=UNUSED_ROLE&request_type=UNUSED_SUMMARY&page_number=0&page_size=20` }],
    },
    { page: 'identity', calls: [{ path: `${G}/identity-service?uri=${uri(identity)}&data_type=ROLL_UP_GRAPH` }, access(identity.query)] },
    { page: 'object', calls: [{ path: `${G}/objects-service?uri=${uri(object)}&data_type=ROLL_UP_GRAPH` }, access(object.query)] },
    { page: 'network', calls: [{ path: `${G}/network-service?uri=${uri(network)}&data_type=ROLL_UP_GRAPH` }] },
  ];
}
