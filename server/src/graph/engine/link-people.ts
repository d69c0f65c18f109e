import type { Entity } from './model';
import { stableId } from './stable-id';

/** The account of a user in a cloud or directory. */
export type UserAccount = Pick<Entity, 'uri' | 'nativeId' | 'name' | 'type' | 'cloudType' | 'accountId' | 'attributes'>;

/** A relation by which a user of one source signs in as a user of another one, by native id. */
export interface SignInAs {
  from: string;
  to: string;
}

/** An account of a person. */
export interface PersonLink {
  uri: string;
  personId: string;
  /** Name and e-mail address of the person, equal for all accounts. */
  name: string;
  /** Empty: none is known. */
  email: string;
  /** Facts that link the account to the person, each in words. */
  evidence: string[];
}

/** The types of accounts that people have. */
export const PERSON_TYPES = ['USER', 'FEDERATED_USER'] as const;

/** The tags that name the user of an account by e-mail address. The tag `owner` names who is responsible for it, which may be somebody else. */
const ADDRESS_TAG = /^tag\.(?:e-?mail|mail|user-?e-?mail|username|upn)$/i;

/** An address that more accounts of one source have belongs to a team or a mailing list. */
const MOST_OF_ADDRESS = 3;

/** Sources that know people, the best first. */
const DIRECTORIES = ['IDP_OKTA', 'IDP_AZURE_AD', 'GCP', 'AWS', 'AZURE'];

/**
 * Finds the people behind the accounts of all sources. Accounts belong to one person if they have an e-mail address in common, as attribute, name
 * or tag, or the same object id, or if one signs in as the other. An account without any of these belongs to nobody: it may be that of a program.
 * @returns one entry for each account of a person, in the order of the accounts
 */
export function linkPeople(accounts: readonly UserAccount[], relations: readonly SignInAs[]): PersonLink[] {
  const keys = new Map(accounts.map((account) => [account.uri, keysOf(account)]));
  const shared = sharedAddresses(accounts, keys);
  const groups = new Groups();
  const byNativeId = new Map<string, UserAccount[]>();
  for (const account of accounts) {
    byNativeId.set(account.nativeId, [...(byNativeId.get(account.nativeId) ?? []), account]);
    for (const [key] of keys.get(account.uri) ?? []) if (!shared.has(key)) groups.join(account.uri, key);
  }
  const signIns = new Map<string, string>();
  for (const { from, to } of relations) {
    const [signing, signed] = [byNativeId.get(from)?.[0], byNativeId.get(to)?.[0]];
    if (!signing || !signed || signing.uri === signed.uri) continue;
    groups.join(signing.uri, signed.uri);
    signIns.set(signed.uri, `Sign-in from ${signing.name}`);
  }
  const people = new Map<string, UserAccount[]>();
  for (const account of accounts) {
    const root = groups.find(account.uri);
    people.set(root, [...(people.get(root) ?? []), account]);
  }
  return [...people.values()].flatMap((own) => {
    const evidenceOf = ({ uri }: UserAccount): string[] => {
      const found = [...(keys.get(uri) ?? [])].flatMap(([key, says]) => (shared.has(key) ? [] : [says]));
      const signIn = signIns.get(uri);
      return signIn === undefined ? found : [...found, signIn];
    };
    const known = own.some((account) => evidenceOf(account).length > 0 || isOfDirectory(account));
    return known ? toLinks(own, evidenceOf) : [];
  });
}

/** Returns what identifies the person behind an account, by key, each with the words for it. */
function keysOf({ name, cloudType, attributes, nativeId }: UserAccount): Map<string, string> {
  const found = new Map<string, string>();
  const add = (value: unknown, says: (address: string) => string): void => {
    const address = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && !address.includes('#ext#') && !found.has(address)) found.set(address, says(address));
  };
  add(attributes.email, (address) => `E-mail address ${address}`);
  add(name, (address) => `Name ${address}`);
  for (const [key, value] of Object.entries(attributes)) if (ADDRESS_TAG.test(key)) add(value, (address) => `Tag ${key.slice(4)}=${address}`);
  // Azure lists users of Entra ID by the same object id.
  if (cloudType === 'AZURE' || cloudType === 'IDP_AZURE_AD') found.set(`object ${nativeId.toLowerCase()}`, `Object id ${nativeId}`);
  return found;
}

/** Returns the addresses that too many accounts of one source have to be those of one person. */
function sharedAddresses(accounts: readonly UserAccount[], keys: ReadonlyMap<string, ReadonlyMap<string, string>>): Set<string> {
  const counts = new Map<string, number>();
  const shared = new Set<string>();
  for (const { uri, cloudType, accountId } of accounts) {
    for (const key of keys.get(uri)?.keys() ?? []) {
      const place = `${cloudType} ${accountId} ${key}`;
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      if (count > MOST_OF_ADDRESS) shared.add(key);
    }
  }
  return shared;
}

function isOfDirectory({ attributes }: UserAccount): boolean {
  return typeof attributes.usersource === 'string';
}

function toLinks(own: readonly UserAccount[], evidenceOf: (account: UserAccount) => string[]): PersonLink[] {
  const rank = ({ cloudType, attributes }: UserAccount): number =>
    DIRECTORIES.indexOf(typeof attributes.usersource === 'string' ? attributes.usersource : cloudType) +
    (isOfDirectory({ attributes } as UserAccount) ? 0 : 10);
  const best = [...own].sort((a, b) => rank(a) - rank(b) || (a.uri < b.uri ? -1 : 1));
  const first = (values: readonly unknown[]): string => values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
  const email = first(best.map(({ attributes }) => attributes.email)).toLowerCase();
  const name = first([...best.map(({ attributes }) => attributes.displayname), email, ...best.map((account) => account.name)]);
  // The smallest URI stays while any other account comes or goes.
  const personId = stableId(
    'person',
    ...own
      .map(({ uri }) => uri)
      .sort()
      .slice(0, 1),
  );
  return own.map((account) => ({ uri: account.uri, personId, name, email, evidence: evidenceOf(account) }));
}

/** Disjoint sets of texts. */
class Groups {
  readonly #parents = new Map<string, string>();

  find(text: string): string {
    let root = text;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    for (let at = text; at !== root;) {
      const next = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = next;
    }
    return root;
  }

  join(one: string, other: string): void {
    const [a, b] = [this.find(one), this.find(other)];
    if (a !== b) this.#parents.set(a, b);
  }
}
