import type { Account, PartialReason } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { includesAccount } from '../../../platform/http/account-filter';
import { isPending } from '../../../platform/http/partial-results';
import type { CountState } from './store';

/** The data that inventories read from other areas, inside a transaction of the tenant. */
export interface InventorySources {
  accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
  /** Returns the organizations, whose names also stand for account ids of the graph. */
  organizationsOf(tx: Tx, tenantId: string): Promise<NamedPlace[]>;
}

type NamedPlace = Pick<Account, 'account_id' | 'account_name' | 'cloud_type'>;

/** The inventory to read: all accounts, or those of the account filter. */
export interface InventoryRequest {
  tenantId: string;
  accountId: string | null;
}

/** The freshness that every response carries. */
export interface Freshness {
  counted_at: string | null;
  counting: boolean;
}

export function freshnessOf({ countedAt, runningId, head }: CountState, graphHead: number): Freshness {
  return { counted_at: countedAt, counting: runningId !== null || head !== graphHead };
}

/** Returns why a list may be incomplete: an account is still being read, or counting is under way. */
export function partialReasons({ accountId }: InventoryRequest, accounts: readonly Account[], { counting }: Freshness): PartialReason[] {
  const isRead = accounts.every((account) => !isPending(account) || !includesAccount(accountId, account.account_id));
  return isRead && !counting ? [] : ['missing_fields'];
}

/** Names of connected accounts and organizations by cloud id. For any other account, the id is the name. */
export class AccountNames {
  readonly #places: ReadonlyMap<string, NamedPlace>;

  constructor(
    readonly accounts: readonly Account[],
    organizations: readonly NamedPlace[],
  ) {
    this.#places = new Map([...organizations, ...accounts].map((place) => [place.account_id, place]));
  }

  of(accountId: string): { account_id: string; account_name: string } {
    return { account_id: accountId, account_name: this.#places.get(accountId)?.account_name ?? accountId };
  }

  /** Returns the ids of connected accounts, by name. */
  inOrder(): string[] {
    return [...this.accounts].sort((a, b) => a.account_name.localeCompare(b.account_name)).map(({ account_id: id }) => id);
  }

  cloudOf(accountId: string): string {
    return this.#places.get(accountId)?.cloud_type ?? 'CLOUD_TYPE_UNKNOWN';
  }
}
