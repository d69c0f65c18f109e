import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { snapshotAt } from '../store/validity';
import type { TenantCache } from './tenant-cache';

/** Between the values of a set, of which none has it. One text travels to the database faster than a list. */
export const SEPARATOR = '\n';

/** Sets of a tenant that are kept at the same time, each some hundred KB at most. */
export const MAX_CACHED_SETS = 40;

/** The part of a query's scope that the values of its sets depend on, besides the graph. */
export interface CachedScope {
  tenantId: string;
  accountId: string | null;
  snapshotId: number | null;
  accounts: readonly unknown[];
  named: readonly string[];
}

/**
 * What questions compare with (who reaches something, which sets of actions hold one), kept from one question to the next as long as the graph
 * stays as it is: whoever turns pages or asks what others ask does not have it worked out again.
 */
export class SetCache {
  #scopeKey: string | null = null;

  /** @param asked what beside the graph and a set's own key its values depend on */
  constructor(
    private readonly cache: TenantCache,
    private readonly scope: CachedScope,
  ) {}

  /** The values of a set, as one text: kept ones, or those that a select finds. */
  async get(tx: Tx, key: string, select: () => Promise<RawBuilder<unknown>>): Promise<string> {
    const { tenantId, accountId, snapshotId, accounts, named } = this.scope;
    // By the snapshot itself: an event that tells of a new one may come late.
    this.#scopeKey ??= JSON.stringify([await snapshotAt(tx, tenantId, null), snapshotId, accountId, hashOf(JSON.stringify([accounts, named]))]);
    return this.cache.get(tenantId, `${this.#scopeKey} ${hashOf(key)}`, async () => {
      const { rows } = await (await select()).execute(tx);
      return (rows as { value: string }[]).map(({ value }) => value).join(SEPARATOR);
    });
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
