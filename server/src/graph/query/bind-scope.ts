import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { holdsAt, snapshotAt } from '../store/validity';
import type { Query } from './ast';
import type { SetCache } from './set-cache';
import type { SharedSets } from './shared-sets';
import type { Condition } from './sql-conditions';

/** An account that is connected: what the graph's account ids are called. */
export interface ConnectedAccount {
  account_id: string;
  account_name: string;
}

/** What a query looks at. */
export interface QueryScope {
  tenantId: string;
  /** The account filter of whoever asks; null: all accounts. */
  accountId: string | null;
  accounts: readonly ConnectedAccount[];
  /** Ids of accounts that are not connected and that somebody gave a name. */
  named: readonly string[];
  /** Ids of connected accounts of which the graph has nothing yet. */
  pending: readonly string[];
  /** The last snapshot that counts; null: the graph as it is now. */
  snapshotId: number | null;
  /** The moment that days since the last use are counted from: the end of the day that is asked about. */
  now: Date;
  /**
   * Identities are asked one by one as a page walks by, so many of them at most; null: who all reaches what is asked for is worked out first.
   */
  window: number | null;
  /** Where a statement keeps what it works out once; null: nowhere, each condition stands for itself. */
  shared: SharedSets | null;
  /** Sets that earlier questions worked out; null: none are kept. */
  kept: SetCache | null;
  /** Only events after this moment; null: all. */
  eventsSince: Date | null;
}

/** What a query of somebody looks at. */
export async function bindScope(
  tx: Tx,
  caller: Pick<QueryScope, 'tenantId' | 'accountId' | 'accounts'> & Partial<Pick<QueryScope, 'named' | 'pending'>>,
  query: Query,
): Promise<QueryScope> {
  const { tenantId, accountId, accounts, named = [], pending = [] } = caller;
  return {
    tenantId,
    accountId,
    accounts,
    named,
    pending,
    snapshotId: await snapshotOf(tx, tenantId, query),
    now: momentOf(query),
    window: null,
    shared: null,
    kept: null,
    eventsSince: null,
  };
}

/** The snapshot at the end of the day (UTC) that a query asks about; 0 where there was none yet, null where it asks about now. */
async function snapshotOf(tx: Tx, tenantId: string, { asOf }: Query): Promise<number | null> {
  return asOf === null ? null : snapshotAt(tx, tenantId, asOf);
}

/** The moment that a query asks about. */
export function momentOf({ asOf }: Pick<Query, 'asOf'>): Date {
  return asOf === null ? new Date() : new Date(`${asOf}T23:59:59.999Z`);
}

/** The moment so many days before that which a query asks about. */
export function daysBefore({ now }: QueryScope, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

/**
 * The values of a select of one column named `value`: worked out once for a statement, however many rows are looked at.
 * @param isOfGraph nothing but the graph, the account filter and the key tell them
 */
export function valuesOf<T>(select: RawBuilder<unknown>, { shared }: QueryScope, key?: string, isOfGraph = false): RawBuilder<T[]> {
  return sql<T[]>`array(${shared ? shared.of(select, key, isOfGraph) : select})`;
}

/** Whether a row of the graph is the tenant's and holds in the scope. */
export function holds(alias: string, { tenantId, snapshotId }: QueryScope): Condition {
  return holdsAt(alias, tenantId, snapshotId);
}
