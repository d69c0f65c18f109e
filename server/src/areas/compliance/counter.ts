import type { RegionCount } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { accountIdsOf, filterKey, isOfOneAccount } from '../../platform/http/account-filter';
import { ALL_ACCOUNTS as ALL } from './trend';

const JOB = 'compliance.count';

/** What fails where, as it was counted last. */
export interface CountedRegions {
  counts: RegionCount[];
  /** ISO 8601; null: it was not counted yet. */
  counted_at: string | null;
}

export interface CounterDependencies {
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string }[]> };
  /** What fails in each region, worked out anew; how the rules stand is put into their trend. */
  count(tenantId: string, accountId: string | null): Promise<RegionCount[]>;
  /** Counts days of the trend that were not counted when they were the last one. */
  fillTrend(tenantId: string, accountId: string | null): Promise<void>;
}

/** Accounts of the account filter that are counted as well: those that somebody looked at, of a large tenant not all of its hundreds. */
const MOST_ACCOUNTS = 20;

/**
 * Counts what fails in each region whenever the inventory was counted, over all accounts and for those that are looked at by themselves: rules
 * take seconds, and a dashboard is looked at more often than a graph changes.
 */
export class ComplianceCounter {
  constructor(
    private readonly ctx: Context,
    private readonly deps: CounterDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, accountId }: { tenantId: string; accountId?: string }) =>
      accountId === undefined ? this.#countAll(tenantId) : this.#count(tenantId, accountId),
    );
  }

  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { onceFor: `compliance ${tenantId}` });
  }

  /** Counts what was never counted, such as after an update of the server. */
  async resume(tenantId: string): Promise<void> {
    const isNew = await this.ctx.db.tenant(tenantId, async (tx) => {
      const counted = await tx.selectFrom('compliance_count').select('account_id').where('tenant_id', '=', tenantId).limit(1).execute();
      return counted.length === 0 && (await this.deps.sources.accountsOf(tx, tenantId)).length > 0;
    });
    if (isNew) await this.queue(tenantId);
  }

  /** What was counted last, for all accounts or for one. An account that was not looked at before is counted from now on. */
  async counted(tenantId: string, accountId: string | null): Promise<CountedRegions> {
    const row = await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .selectFrom('compliance_count')
        .select(['by_region', 'counted_at'])
        .where('tenant_id', '=', tenantId)
        .where('account_id', '=', filterKey(accountId ?? ALL))
        .executeTakeFirst(),
    );
    if (!row && accountId !== null) await this.#queueAccount(tenantId, accountId);
    return row ? { counts: row.by_region, counted_at: new Date(row.counted_at).toISOString() } : { counts: [], counted_at: null };
  }

  /** Only what is connected: an id that somebody made up is counted for nobody. */
  async #queueAccount(tenantId: string, accountId: string): Promise<void> {
    const accounts = await this.ctx.db.tenant(tenantId, (tx) => this.deps.sources.accountsOf(tx, tenantId));
    const connected = new Set(accounts.map(({ account_id: id }) => id));
    if (!accountIdsOf(accountId).every((id) => connected.has(id))) return;
    await this.ctx.jobs.enqueue(JOB, { tenantId, accountId }, { onceFor: `compliance ${tenantId} ${filterKey(accountId)}` });
  }

  async #countAll(tenantId: string): Promise<void> {
    await this.#count(tenantId, ALL);
    const known = await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .selectFrom('compliance_count')
        .select('account_id')
        .where('tenant_id', '=', tenantId)
        .where('account_id', '<>', ALL)
        .orderBy('counted_at', 'desc')
        .execute(),
    );
    // Those of an organization are counted again when somebody looks at it again.
    const kept = known
      .map(({ account_id: id }) => id)
      .filter(isOfOneAccount)
      .slice(0, MOST_ACCOUNTS);
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .deleteFrom('compliance_count')
        .where('tenant_id', '=', tenantId)
        .where('account_id', 'not in', [ALL, ...kept])
        .execute(),
    );
    for (const id of kept) await this.#count(tenantId, id);
    // What is looked at most often is counted by now.
    for (const id of [null, ...kept]) await this.deps.fillTrend(tenantId, id);
  }

  async #count(tenantId: string, accountId: string): Promise<void> {
    await this.#keep(tenantId, accountId, await this.deps.count(tenantId, accountId === ALL ? null : accountId));
  }

  async #keep(tenantId: string, accountId: string, counts: readonly RegionCount[]): Promise<void> {
    const row = { by_region: JSON.stringify(counts), counted_at: new Date() };
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .insertInto('compliance_count')
        .values({ tenant_id: tenantId, account_id: filterKey(accountId), ...row })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet(row))
        .execute(),
    );
  }
}
