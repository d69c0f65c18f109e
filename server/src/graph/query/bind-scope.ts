import { sql, type RawBuilder } from 'kysely';
import type { StageMap } from '@cam/contracts/server';
import { currentAccountLimit } from '../../platform/db/account-limit';
import type { Tx } from '../../platform/db/database';
import { refuseFutureDay, refuseUnknownDay } from '../store/known-day';
import { DEFAULT_STAGES, readStages } from '../store/stages';
import { holdsAt, snapshotAt } from '../store/validity';
import type { Query } from './ast';
import type { SetCache } from './set-cache';
import type { SharedSets } from './shared-sets';
import { TRUE, type Condition } from './sql-conditions';
import { readsStages } from './stage-conditions';

/** A connected account with its display name. */
export interface ConnectedAccount {
  account_id: string;
  account_name: string;
}

/** A query bound to a tenant, its accounts and a moment. */
export interface QueryScope {
  tenantId: string;
  /** The caller's account filter; null: all accounts. */
  accountId: string | null;
  /** The only accounts that exist for the caller, as the database shows them; null: all. */
  within: readonly string[] | null;
  accounts: readonly ConnectedAccount[];
  /** Ids of accounts that are not connected but have a name. */
  named: readonly string[];
  /** Ids of connected accounts without data in the graph yet. */
  pending: readonly string[];
  /** The last snapshot to read; null: the current graph. */
  snapshotId: number | null;
  /** The moment from which days since the last use count: the end of the requested day. */
  now: Date;
  /** Ids of the only entities to return as subjects; null: all. */
  among: readonly string[] | null;
  /** The number of identities to test one by one as a page advances; null: find all matching identities first. */
  window: number | null;
  /** Lists that the statement computes once; null: conditions are self-contained. */
  shared: SharedSets | null;
  /** True when a statement asks for the same resources several times, so that `shared` lists their classes. */
  repeatsObject: boolean;
  /** Lists that earlier queries computed; null: no cache. */
  kept: SetCache | null;
  /** Only events after this moment; null: all events. */
  eventsSince: Date | null;
  /** How tags and account names stand for stages. It has no history: past days are asked by the current map. */
  stages: StageMap;
}

/** Binds a query to the caller's tenant, its accounts and the moment that the query asks about. */
export async function bindScope(
  tx: Tx,
  caller: Pick<QueryScope, 'tenantId' | 'accountId' | 'accounts'> & Partial<Pick<QueryScope, 'named' | 'pending'>>,
  query: Query,
): Promise<QueryScope> {
  const { tenantId, accountId, accounts, named = [], pending = [] } = caller;
  return {
    tenantId,
    accountId,
    within: currentAccountLimit(),
    accounts,
    named,
    pending,
    snapshotId: await snapshotOf(tx, tenantId, query),
    now: momentOf(query),
    among: null,
    window: null,
    shared: null,
    repeatsObject: false,
    kept: null,
    eventsSince: null,
    stages: readsStages(query) ? (await readStages(tx, tenantId)).map : DEFAULT_STAGES,
  };
}

/**
 * Returns the snapshot at the end of the requested day (UTC); null for the current graph.
 * @throws ApiError 422 for a day in the future or before the first snapshot
 */
async function snapshotOf(tx: Tx, tenantId: string, { asOf, changedSince }: Query): Promise<number | null> {
  if (changedSince !== null) refuseFutureDay(changedSince);
  if (asOf !== null) await refuseUnknownDay(tx, tenantId, asOf);
  return asOf === null ? null : snapshotAt(tx, tenantId, asOf);
}

/** Returns the moment that a query asks about. */
export function momentOf({ asOf }: Pick<Query, 'asOf'>): Date {
  return asOf === null ? new Date() : new Date(`${asOf}T23:59:59.999Z`);
}

/** Returns the moment so many days before the one that the query asks about. */
export function daysBefore({ now }: QueryScope, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

/**
 * Returns the values of a select of one column named `value` as an array. A statement computes them once, however many rows it tests.
 * @param isOfGraph true when the values depend only on the graph, the account filter and the key
 */
export function valuesOf<T>(select: RawBuilder<unknown>, { shared }: QueryScope, key?: string, isOfGraph = false): RawBuilder<T[]> {
  return sql<T[]>`array(${shared ? shared.of(select, key, isOfGraph) : select})`;
}

/**
 * Returns whether an entity exists for the caller, by its URI. Conditions on stored paths and grants need it, which name entities beside those that they
 * belong to; the database itself hides the rows of entities.
 */
export function isWithin(uri: RawBuilder<unknown>, { within }: QueryScope): Condition {
  return within === null ? TRUE : sql<boolean>`split_part(${uri}, ':', 3) = any(${[...within]}::text[])`;
}

/** Returns whether a row belongs to the tenant and is valid in the scope. */
export function holds(alias: string, { tenantId, snapshotId }: QueryScope): Condition {
  return holdsAt(alias, tenantId, snapshotId);
}

/** Selects from the hops `hs` of the path `p`. */
export function hopsOfPath({ tenantId }: Pick<QueryScope, 'tenantId'>): RawBuilder<unknown> {
  return sql`graph_hops hs where hs.tenant_id = ${tenantId} and hs.hops_id = p.hops_id`;
}
