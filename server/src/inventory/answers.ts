import type { Account } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { readState, type CountState } from './store';

/** What inventories ask of other areas, inside a transaction of the tenant. */
export interface InventorySources {
  accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
}

/** Whose inventory is asked for: of all accounts, or of those that the account filter leaves. */
export interface Asked {
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

/** Connected accounts by their id in the cloud; of every other one the id is the name. */
export class AccountNames {
  readonly #accounts: ReadonlyMap<string, Account>;

  constructor(readonly accounts: readonly Account[]) {
    this.#accounts = new Map(accounts.map((account) => [account.account_id, account]));
  }

  of(accountId: string): { account_id: string; account_name: string } {
    return { account_id: accountId, account_name: this.#accounts.get(accountId)?.account_name ?? accountId };
  }

  /** Ids of the connected accounts, by name. */
  inOrder(): string[] {
    return [...this.accounts].sort((a, b) => a.account_name.localeCompare(b.account_name)).map(({ account_id: id }) => id);
  }

  cloudOf(accountId: string): string {
    return this.#accounts.get(accountId)?.cloud_type ?? 'CLOUD_TYPE_UNKNOWN';
  }
}

export { readState };
