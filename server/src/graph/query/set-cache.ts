import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { readRevision } from '../store/tiers';
import { snapshotAt } from '../store/validity';
import type { TenantCache } from './tenant-cache';

/** Separates the values of a set; no value contains it. One text reaches the database faster than an array. */
export const SEPARATOR = '\n';

/** The most cached sets per tenant, each up to a few hundred KB. */
export const MAX_CACHED_SETS = 40;

/** The part of a query's scope that determines its sets, besides the graph. */
export interface CachedScope {
  tenantId: string;
  accountId: string | null;
  snapshotId: number | null;
  accounts: readonly unknown[];
  named: readonly string[];
}

/**
 * Caches the lists that queries compare with, such as matching profiles or action sets, until the graph changes. Further pages and repeated
 * queries reuse them.
 */
export class SetCache {
  #scopeKey: string | null = null;

  /** @param scope determines the values, besides the graph and the set's own key */
  constructor(
    private readonly cache: TenantCache,
    private readonly scope: CachedScope,
  ) {}

  /** Returns the values of a set as one text, from the cache or from the select. */
  async get(tx: Tx, key: string, select: () => Promise<RawBuilder<unknown>>): Promise<string> {
    const { tenantId, accountId, snapshotId, accounts, named } = this.scope;
    // The snapshot is part of the key, because the event about a new one may arrive late. Tiers change between snapshots.
    this.#scopeKey ??= JSON.stringify([
      await snapshotAt(tx, tenantId, null),
      await readRevision(tx, tenantId),
      snapshotId,
      accountId,
      hashOf(JSON.stringify([accounts, named])),
    ]);
    return this.cache.get(tenantId, `${this.#scopeKey} ${hashOf(key)}`, async () => {
      const { rows } = await (await select()).execute(tx);
      return (rows as { value: string }[]).map(({ value }) => value).join(SEPARATOR);
    });
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
