import { createHash } from 'node:crypto';

/** A limit of failed sign-ins: how many are free, and the longest wait after more, ms. */
export interface Limit {
  free: number;
  longest: number;
}

/**
 * The limits of one account from one address, of one account from all addresses, and of one address for all accounts. The first one stops a person who
 * guesses, the second one a network of machines, and the third one a list of accounts. The last two wait at most a minute at a time, because they also hit
 * people who did nothing wrong.
 */
export const LIMITS = {
  accountAndAddress: { free: 5, longest: 15 * 60_000 },
  account: { free: 50, longest: 60_000 },
  address: { free: 100, longest: 60_000 },
} as const satisfies Record<string, Limit>;

/** The wait after the first failure beyond the free ones, ms. Each further failure doubles it, up to the limit's longest wait. */
const FIRST_WAIT = 60_000;

/** Failures are forgotten after this time without another one, ms. */
export const MEMORY = 60 * 60_000;

/** The most keys that each limit remembers. More make it forget those without a failure for the longest time. */
const MOST_KEYS = 10_000;

/** A sign-in that may check the password now, or must wait. */
export type Admission = { retryAfter: number } | { retryAfter: null; succeeded: () => void | Promise<void> };

/** Limits failed sign-ins, in this process or in all processes of one database. */
export interface Limits {
  /**
   * Admits a sign-in, or returns how long it must wait, ms. A sign-in that must wait does not count.
   * @param address IP address of the client; null if the user has already signed in
   */
  admit(account: string, address: string | null): Admission | Promise<Admission>;
}

/** Failures of a key, and the time of the last one, ms. */
export interface Known {
  count: number;
  last: number;
}

/** Returns how long a key with these failures must wait, ms. */
export function waitOf({ free, longest }: Limit, known: Known | undefined, now: number): number {
  if (!known || known.count < free || now - known.last > MEMORY) return 0;
  const wait = Math.min(longest, FIRST_WAIT * 2 ** (known.count - free));
  return Math.max(0, known.last + wait - now);
}

/** Returns the number of failures with another one. */
export function countWith(known: Known | undefined, now: number): number {
  return known && now - known.last <= MEMORY ? known.count + 1 : 1;
}

/** Returns the keys that a sign-in counts for. They are hashes, because an attacker chooses the account and its length. */
export function keysOf(account: string, address: string | null): { accountAndAddress: string; account: string; address: string | null } {
  const hash = (...parts: (string | null)[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return {
    accountAndAddress: hash('account and address', account, address),
    account: hash('account', account),
    address: address === null ? null : hash('address', address),
  };
}

/**
 * Limits failed sign-ins in this process. A sign-in counts as failed from its start, before its password is checked, so that sign-ins at the same time
 * cannot pass together.
 */
export class SignInLimiter implements Limits {
  readonly #failures = {
    accountAndAddress: new Failures(LIMITS.accountAndAddress),
    account: new Failures(LIMITS.account),
    address: new Failures(LIMITS.address),
  };

  constructor(private readonly now: () => number = Date.now) {}

  admit(account: string, address: string | null): { retryAfter: number } | { retryAfter: null; succeeded: () => void } {
    const keys = keysOf(account, address);
    const { accountAndAddress, account: ofAccount, address: ofAddress } = this.#failures;
    const counted: [failures: Failures, key: string][] = [
      [accountAndAddress, keys.accountAndAddress],
      [ofAccount, keys.account],
      ...(keys.address === null ? [] : [[ofAddress, keys.address] as [Failures, string]]),
    ];
    const now = this.now();
    const retryAfter = Math.max(...counted.map(([failures, key]) => failures.waitOf(key, now)));
    if (retryAfter > 0) return { retryAfter };
    for (const [failures, key] of counted) failures.add(key, now);
    return {
      retryAfter: null,
      succeeded: () => {
        accountAndAddress.forget(keys.accountAndAddress);
        ofAccount.forget(keys.account);
        if (keys.address !== null) ofAddress.takeBack(keys.address);
      },
    };
  }
}

/** Returns the sentence for a sign-in that must wait. @param retryAfter ms */
export function waitMessage(retryAfter: number): string {
  const minutes = Math.ceil(retryAfter / 60_000);
  return `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
}

/** Counts the failures of each key, and forgets the oldest keys when there are too many. */
class Failures {
  /** Keys in the order of their last failure. */
  readonly #byKey = new Map<string, Known>();

  constructor(private readonly limit: Limit) {}

  waitOf(key: string, now: number): number {
    return waitOf(this.limit, this.#byKey.get(key), now);
  }

  add(key: string, now: number): void {
    const count = countWith(this.#byKey.get(key), now);
    this.#byKey.delete(key);
    this.#byKey.set(key, { count, last: now });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MOST_KEYS && oldest !== undefined) this.#byKey.delete(oldest);
  }

  takeBack(key: string): void {
    const known = this.#byKey.get(key);
    if (known) known.count -= 1;
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
