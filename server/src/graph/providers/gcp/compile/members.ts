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
  /^principal(?:Set)?:(\/\/iam\.googleapis\.com\/(?:projects\/[^/]+\/)?locations\/global\/(?:workloadIdentityPools|workforcePools)\/[^/]+\/)[^*]/;

/**
 * Returns the set of all identities in the pool of an identity or set of identities; null for a member outside pools.
 * @see https://cloud.google.com/iam/docs/principal-identifiers
 */
export function poolOf(member: string): string | null {
  const pool = POOL.exec(member)?.[1];
  return pool === undefined ? null : `principalSet:${pool}*`;
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
 * Returns the names that cover a signed-in member besides its groups: itself, its domain and everyone. Service accounts belong to no domain.
 * @see Google Cloud, "IAM principals"
 */
export function namesOfMember(member: string): string[] {
  const itself = toMember(member);
  if (itself === ALL_USERS || /^\*?anonymous\*?$/i.test(itself)) return [ALL_USERS];
  const domain = itself.startsWith('user:') ? addressOf(itself)?.split('@')[1] : undefined;
  const pool = poolOf(itself);
  return [itself, ...(pool === null ? [] : [pool]), ...(domain === undefined ? [] : [`domain:${domain}`]), ALL_AUTHENTICATED_USERS, ALL_USERS];
}
