import { resourceUri, type Entity } from '../../../engine/model';
import { addressOf, ALL_USERS, ALL_AUTHENTICATED_USERS, nameInPool } from '../compile/members';

/** Domains of service agents, which Google runs for its services in a project. */
const SERVICE_AGENT =
  /^serviceAccount:(?:service-\d+@|\d+@cloudservices\.|\d+@cloudbuild\.|\d+@containerregistry\.)|@(?:gcp-sa-[\w-]+|[\w-]*-?system|[\w-]*robot[\w-]*)\.(?:google\.com:)?iam\.gserviceaccount\.com$/;

/** Returns the external principal that a binding names. Returns null for deleted principals and convenience values, which name no principal. */
export function externalPrincipalOf(tenantId: string, accountId: string, member: string): Entity | null {
  if (member === ALL_USERS) return entity(tenantId, accountId, 'PUBLIC_NODE', member, 'Everyone', { external: true });
  if (member === ALL_AUTHENTICATED_USERS)
    return entity(tenantId, accountId, 'PUBLIC_NODE', member, 'Everyone with a Google account', { external: true });
  const address = addressOf(member);
  if (member.startsWith('user:')) return entity(tenantId, accountId, 'USER', member, address ?? member, mail(address));
  if (member.startsWith('group:')) return entity(tenantId, accountId, 'GROUP', member, address ?? member, mail(address));
  if (SERVICE_AGENT.test(member)) return entity(tenantId, accountId, 'SERVICE', member, address ?? member, mail(address));
  if (member.startsWith('serviceAccount:')) return entity(tenantId, accountId, 'SERVICE_ACCOUNT', member, address ?? member, mail(address));
  if (member.startsWith('domain:'))
    return entity(tenantId, accountId, 'GCP_DOMAIN', member, member.slice('domain:'.length), { domain: member.slice('domain:'.length) });
  const [, node] = /^principalSet:\/\/cloudresourcemanager\.googleapis\.com\/(.+)\/type\/ServiceAccount$/.exec(member) ?? [];
  if (node !== undefined) return entity(tenantId, accountId, 'GROUP', member, `All service accounts of ${node}`, { external: true });
  // The rest are identities of workforce and workload pools.
  if (member.startsWith('principal://')) return entity(tenantId, accountId, 'FEDERATED_USER', member, ownName(member), { external: true });
  if (member.startsWith('principalSet://')) return entity(tenantId, accountId, 'FEDERATED_GROUP', member, ownName(member), { external: true });
  return null;
}

function mail(address: string | null): Record<string, unknown> {
  return address === null ? {} : { email: address, domain: address.split('@')[1] };
}

function ownName(member: string): string {
  return nameInPool(member) ?? (member.split('/').at(-1) || member);
}

function entity(tenantId: string, accountId: string, type: string, member: string, name: string, attributes: Record<string, unknown>): Entity {
  return {
    uri: resourceUri(tenantId, 'GCP', accountId, '', type, member),
    nativeId: member,
    name,
    type,
    accountId,
    cloudType: 'GCP',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes,
  };
}
