import type { Account, PartialReason } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { isLeft } from '../../../platform/http/account-filter';
import { isPending } from '../../../platform/http/partial-results';
import { readState, type CountState } from './store';

/** What inventories ask of other areas, inside a transaction of the tenant. */
export interface InventorySources {
  accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
  /** What else has a name by which account ids of the graph are known. */
  organizationsOf(tx: Tx, tenantId: string): Promise<NamedPlace[]>;
}

type NamedPlace = Pick<Account, 'account_id' | 'account_name' | 'cloud_type'>;

/** Whose inventory is asked for: of all accounts, or of those that the account filter leaves. */
export interface InventoryRequest {
  tenantId: string;
  accountId: string | null;
}

/** How fresh an answer is, as every answer says it. */
export interface Freshness {
  counted_at: string | null;
  counting: boolean;
}

export function freshnessOf({ countedAt, runningId, head }: CountState, graphHead: number): Freshness {
  return { counted_at: countedAt, counting: runningId !== null || head !== graphHead };
}

/** Why a list may not hold all that there is: an account that it is of is still to be read, or counts are being made. */
export function partialReasons({ accountId }: InventoryRequest, accounts: readonly Account[], { counting }: Freshness): PartialReason[] {
  const isRead = accounts.every((account) => !isPending(account) || !isLeft(accountId, account.account_id));
  return isRead && !counting ? [] : ['missing_fields'];
}

/** Connected accounts, and organizations that something stands under, by their id in the cloud; of every other one the id is the name. */
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

  /** Ids of the connected accounts, by name. */
  inOrder(): string[] {
    return [...this.accounts].sort((a, b) => a.account_name.localeCompare(b.account_name)).map(({ account_id: id }) => id);
  }

  cloudOf(accountId: string): string {
    return this.#places.get(accountId)?.cloud_type ?? 'CLOUD_TYPE_UNKNOWN';
  }
}

export { readState };
