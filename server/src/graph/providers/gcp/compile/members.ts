export const EVERYBODY = 'allUsers';
export const EVERYBODY_SIGNED_IN = 'allAuthenticatedUsers';

/** Principal identifiers of deny policies and boundaries, and what bindings call the same. */
const IDENTIFIERS: readonly [RegExp, string][] = [
  [/^principal:\/\/goog\/subject\/(.+)$/i, 'user:'],
  [/^principalSet:\/\/goog\/group\/(.+)$/i, 'group:'],
  [/^principal:\/\/iam\.googleapis\.com\/projects\/[^/]+\/serviceAccounts\/(.+)$/i, 'serviceAccount:'],
  [/^principalSet:\/\/goog\/cloudIdentityCustomerId\/(.+)$/i, 'customer:'],
];

/**
 * One way to write each principal: the kind as Google writes it, the rest in lower case where it is an address. Deny policies name principals
 * by identifiers of their own, which mean the same people.
 * Source: Google Cloud, "Principal identifiers".
 */
export function toMember(text: string): string {
  const written = text.trim();
  if (/^principalSet:\/\/goog\/public:all$/i.test(written) || /^allusers$/i.test(written)) return EVERYBODY;
  if (/^allauthenticatedusers$/i.test(written)) return EVERYBODY_SIGNED_IN;
  for (const [pattern, kind] of IDENTIFIERS) {
    const name = pattern.exec(written)?.[1];
    if (name !== undefined) return `${kind}${name.toLowerCase()}`;
  }
  const [, kind, name] = /^(user|group|serviceAccount|domain):(.+)$/i.exec(written) ?? [];
  if (kind === undefined || name === undefined) return written;
  return `${kind.toLowerCase() === 'serviceaccount' ? 'serviceAccount' : kind.toLowerCase()}:${name.toLowerCase()}`;
}

/** The address of a member; null where it has none. */
export function addressOf(member: string): string | null {
  return /^(?:user|group|serviceAccount):(.+@.+)$/.exec(member)?.[1] ?? null;
}

/**
 * Under which names policies speak of somebody who signs in as a member, but for its groups: itself, its domain, everybody. Service accounts
 * are of no domain.
 * Source: Google Cloud, "IAM principals".
 */
export function namesOfMember(member: string): string[] {
  const itself = toMember(member);
  if (itself === EVERYBODY || /^\*?anonymous\*?$/i.test(itself)) return [EVERYBODY];
  const domain = itself.startsWith('user:') ? addressOf(itself)?.split('@')[1] : undefined;
  return [itself, ...(domain === undefined ? [] : [`domain:${domain}`]), EVERYBODY_SIGNED_IN, EVERYBODY];
}
