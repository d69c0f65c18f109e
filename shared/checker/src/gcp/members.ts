import type { Truth } from '../truth';

/** The names by which policies of Google Cloud mean an identity. */
export interface GoogleNames {
  /** Such as `user:ann@acme.example` or `serviceAccount:robot@shop.iam.gserviceaccount.com`. */
  member: string;
  /** The groups of the identity, as members. */
  groups: ReadonlySet<string>;
  /** The sets of all service accounts that a service account is in; null where they are not known. */
  accountSets: ReadonlySet<string> | null;
}

/** Principal identifiers of deny policies, with the members that they stand for. @see https://cloud.google.com/iam/docs/principal-identifiers */
const IDENTIFIERS: readonly (readonly [RegExp, string])[] = [
  [/^principal:\/\/goog\/subject\/(.+)$/i, 'user:'],
  [/^principalSet:\/\/goog\/group\/(.+)$/i, 'group:'],
  [/^principal:\/\/iam\.googleapis\.com\/projects\/[^/]+\/serviceAccounts\/(.+)$/i, 'serviceAccount:'],
];
const TYPES: Readonly<Record<string, string>> = { user: 'user', group: 'group', serviceaccount: 'serviceAccount', domain: 'domain' };
const POOLS = /^principal(?:Set)?:\/\/iam\.googleapis\.com\/(?:projects\/[^/]+\/)?locations\/global\/(?:workloadIdentityPools|workforcePools)\//;
const ALL_ACCOUNTS = /^principalSet:\/\/cloudresourcemanager\.googleapis\.com\/.+\/type\/ServiceAccount$/;

/** Returns the one spelling of a member of a policy. */
export function memberOf(written: string): string {
  const text = written.trim();
  if (/^(?:allusers|principalset:\/\/goog\/public:all)$/i.test(text)) return 'allUsers';
  if (/^allauthenticatedusers$/i.test(text)) return 'allAuthenticatedUsers';
  for (const [pattern, type] of IDENTIFIERS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return `${type}${name.toLowerCase()}`;
  }
  const [, type = '', name = ''] = /^([a-z]+):(.+)$/i.exec(text) ?? [];
  const known = Object.hasOwn(TYPES, type.toLowerCase()) ? TYPES[type.toLowerCase()] : undefined;
  return known === undefined ? text : `${known}:${name.toLowerCase()}`;
}

/** Returns the set of all service accounts in a node of the hierarchy. */
export function serviceAccountsOf(node: string): string {
  return `principalSet://cloudresourcemanager.googleapis.com/${node}/type/ServiceAccount`;
}

/**
 * Decides whether a member of a policy means an identity. A member such as `projectOwner:shop` is decided elsewhere.
 * @returns unknown where this format has no rule for the member
 */
export function means(member: string, { member: own, groups, accountSets }: GoogleNames): Truth {
  if (member === own || member === 'allUsers' || member === 'allAuthenticatedUsers' || groups.has(member)) return 'yes';
  if (ALL_ACCOUNTS.test(member)) {
    if (!own.startsWith('serviceAccount:')) return 'no';
    return accountSets === null ? 'unknown' : accountSets.has(member) ? 'yes' : 'no';
  }
  if (member.startsWith('domain:')) return own.startsWith('user:') && own.endsWith(`@${member.slice('domain:'.length)}`) ? 'yes' : 'no';
  // Identities of pools are neither users nor service accounts. A member that was deleted is nobody.
  return /^(?:user|group|serviceAccount|deleted):/.test(member) || POOLS.test(member) ? 'no' : 'unknown';
}
