/** The six parts of a resource URI: tenantId:cloudType:accountId:region:type:id. */
const PARTS = 6;

const IDENTITIES = ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'];
const NETWORKS = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'];

export type EntityPage = 'identities' | 'objects' | 'networks';

/** On which page an entity of a type is shown. */
export function pageOf(type: string): EntityPage {
  if (IDENTITIES.includes(type)) return 'identities';
  return NETWORKS.includes(type) ? 'networks' : 'objects';
}

/** The address of an entity's page; null where the URI is none, so that nothing is linked. */
export function entityAddress(uri: string, page?: EntityPage): string | null {
  const parts = uri.split(':');
  if (parts.length !== PARTS || parts.some((part) => part === '')) return null;
  return `/${page ?? pageOf(parts[4] ?? '')}/${parts.map(encodeURIComponent).join('/')}/`;
}

/** What the address of an entity's page names, by react-router's parameters; null where it is no URI. The type of the resource is only for reading. */
export function uriOf(params: Readonly<Record<string, string | undefined>>): string | null {
  const parts = ['tenantId', 'cloudType', 'accountId', 'region', 'type', 'id'].map((name) => params[name] ?? '');
  return parts.some((part) => part === '' || part.includes(':')) ? null : parts.join(':');
}
