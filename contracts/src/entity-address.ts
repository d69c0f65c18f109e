import type { FoundName } from './areas/ask';

/** The six parts of a resource URI: tenantId:cloudType:accountId:region:type:id. */
const PARTS = 6;

const IDENTITIES = ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'];
const NETWORKS = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'];

/** A page that shows entities. */
export type EntityPage = 'identities' | 'objects' | 'networks';

/** Returns the page that shows entities of a type. */
export function pageOf(type: string): EntityPage {
  if (IDENTITIES.includes(type)) return 'identities';
  return NETWORKS.includes(type) ? 'networks' : 'objects';
}

/** Returns the address of an entity's page; null when the URI is invalid, so that nothing is linked. */
export function entityAddress(uri: string, page?: EntityPage): string | null {
  const parts = uri.split(':');
  if (parts.length !== PARTS || parts.some((part) => part === '')) return null;
  return `/${page ?? pageOf(parts[4] ?? '')}/${parts.map(encodeURIComponent).join('/')}/`;
}

/** Returns the address of the page of a found name; null when it has none. */
export function nameAddress({ type, uri, cloud_type: cloud }: Pick<FoundName, 'type' | 'uri' | 'cloud_type'>): string | null {
  if (type === 'ACCOUNT') return `/sources/cloud/${cloud}`;
  return type === 'PERSON' ? `/identities/person/${encodeURIComponent(uri)}` : entityAddress(uri);
}

/**
 * Returns the URI of an entity from the route parameters of its page; null when they do not form one. The optional resource type in the address is
 * ignored.
 */
export function uriOf(params: Readonly<Record<string, string | undefined>>): string | null {
  const parts = ['tenantId', 'cloudType', 'accountId', 'region', 'type', 'id'].map((name) => params[name] ?? '');
  return parts.some((part) => part === '' || part.includes(':')) ? null : parts.join(':');
}
