export const ALL_USERS = 'allUsers';
export const ALL_AUTHENTICATED_USERS = 'allAuthenticatedUsers';

/** Principal identifiers of deny policies and boundaries, with the member types of bindings for the same principals. */
const IDENTIFIERS: readonly [RegExp, string][] = [
  [/^principal:\/\/goog\/subject\/(.+)$/i, 'user:'],
  [/^principalSet:\/\/goog\/group\/(.+)$/i, 'group:'],
  [/^principal:\/\/iam\.googleapis\.com\/projects\/[^/]+\/serviceAccounts\/(.+)$/i, 'serviceAccount:'],
  [/^principalSet:\/\/goog\/cloudIdentityCustomerId\/(.+)$/i, 'customer:'],
];

/**
 * Returns one spelling for each principal: the type as Google writes it, and the address in lower case. It also maps the principal identifiers of
 * deny policies to members.
 * @see Google Cloud, "Principal identifiers"
 */
export function toMember(text: string): string {
  const written = text.trim();
  if (/^principalSet:\/\/goog\/public:all$/i.test(written) || /^allusers$/i.test(written)) return ALL_USERS;
  if (/^allauthenticatedusers$/i.test(written)) return ALL_AUTHENTICATED_USERS;
  for (const [pattern, kind] of IDENTIFIERS) {
    const name = pattern.exec(written)?.[1];
    if (name !== undefined) return `${kind}${name.toLowerCase()}`;
  }
  const [, kind, name] = /^(user|group|serviceAccount|domain):(.+)$/i.exec(written) ?? [];
  if (kind === undefined || name === undefined) return written;
  return `${kind.toLowerCase() === 'serviceaccount' ? 'serviceAccount' : kind.toLowerCase()}:${name.toLowerCase()}`;
}

/** Returns the address of a member; null where it has none. */
export function addressOf(member: string): string | null {
  return /^(?:user|group|serviceAccount):(.+@.+)$/.exec(member)?.[1] ?? null;
}

const POOL =
  /^principal(?:Set)?:(\/\/iam\.googleapis\.com\/(?:projects\/[^/]+\/)?locations\/global\/(?:workloadIdentityPools|workforcePools)\/[^/]+)\/(.+)$/;

/**
 * Returns the set of all identities in the pool of an identity or set of identities; null for a member outside pools.
 * @see https://cloud.google.com/iam/docs/principal-identifiers
 */
export function poolOf(member: string): string | null {
  const pool = POOL.exec(member)?.[1];
  return pool === undefined ? null : `principalSet:${pool}/*`;
}

/**
 * Returns the part of a pool identity after its pool: `attribute.repository/acme/app`, or the whole subject; null for a member outside pools.
 * @see https://cloud.google.com/iam/docs/principal-identifiers#allow
 */
export function nameInPool(member: string): string | null {
  const name = POOL.exec(member)?.[2];
  return name?.replace(/^(?:subject|group)\//, '') ?? null;
}

/**
 * Returns the sets of its pool that certainly contain an identity or set: the whole pool, and for a service account of Kubernetes its namespace. Only
 * the provider of a pool knows which groups and attributes an identity has.
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity#principal-id-examples
 */
export function poolSetsOf(member: string): string[] {
  const pool = poolOf(member);
  if (pool === null) return [];
  const namespace = namespaceOf(member);
  return namespace === null ? [pool] : [pool, namespace];
}

/** Reports whether a set of a pool may contain an identity, or share identities with another set. It is false for the sets above, which do. */
export function mayBelong(member: string, set: string): boolean {
  if (!set.startsWith('principalSet:') || poolOf(set) === null || poolOf(set) !== poolOf(member) || member === set) return false;
  const [own, other] = [namespaceOf(member), namespaceOf(set)];
  return !poolSetsOf(member).includes(set) && (own === null || other === null || own === other);
}

/** Returns the set of the Kubernetes namespace of a member, in the pool of a Google Cloud project; null for other members. */
function namespaceOf(member: string): string | null {
  const [, pool = '', name = ''] = POOL.exec(member) ?? [];
  if (!pool.endsWith('.svc.id.goog')) return null;
  const namespace = /^subject\/ns\/([^/]+)\/sa\/[^/]+$/.exec(name)?.[1] ?? /^namespace\/(.+)$/.exec(name)?.[1];
  return namespace === undefined ? null : `principalSet:${pool}/namespace/${namespace}`;
}

/**
 * Returns the set of all service accounts below a project (by number), folder or organization.
 * @param node projects/111, folders/10 or organizations/1
 * @see https://cloud.google.com/iam/docs/principal-identifiers
 */
export function serviceAccountsOf(node: string): string {
  return `principalSet://cloudresourcemanager.googleapis.com/${node}/type/ServiceAccount`;
}

/**
 * Returns the names that cover a signed-in member besides its groups: itself, its domain, its pool and everyone. Service accounts belong to no domain.
 * Identities of pools did not sign in to Google, so they do not belong to allAuthenticatedUsers.
 * @see https://cloud.google.com/iam/docs/principals-overview
 */
export function namesOfMember(member: string): string[] {
  const itself = toMember(member);
  if (itself === ALL_USERS || /^\*?anonymous\*?$/i.test(itself)) return [ALL_USERS];
  const pools = poolSetsOf(itself);
  if (pools.length > 0) return [itself, ...pools, ALL_USERS];
  const domain = itself.startsWith('user:') ? addressOf(itself)?.split('@')[1] : undefined;
  return [itself, ...(domain === undefined ? [] : [`domain:${domain}`]), ALL_AUTHENTICATED_USERS, ALL_USERS];
}
