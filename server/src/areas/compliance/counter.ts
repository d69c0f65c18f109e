import type { RegionCount } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { accountIdsOf, filterKey, isSingleAccountKey } from '../../platform/http/account-filter';
import { ImportDebounce } from '../../sources';
import { ALL_ACCOUNTS as ALL } from './trend';

const JOB = 'compliance.count';

/** Time until a count that gave way to imports looks for them again, ms. */
const SETTLING_WAIT = 10_000;

/** The last failure counts by region. */
export interface CountedRegions {
  counts: RegionCount[];
  /** ISO 8601; null: not counted yet. */
  counted_at: string | null;
}

export interface CounterDependencies {
  sources: {
    accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string }[]>;
    /** Returns whether imports are running or accounts wait to be evaluated again. */
    isSettling(tenantId: string): Promise<boolean>;
  };
  /** Counts the failures of each region anew, and stores the state of the rules in their trend. */
  count(tenantId: string, accountId: string | null): Promise<RegionCount[]>;
  /** Counts the days of the trend that were missed. */
  fillTrend(tenantId: string, accountId: string | null): Promise<void>;
}

/** Limit of the recently viewed accounts that have counts of their own. A large tenant has hundreds of accounts. */
const MOST_ACCOUNTS = 20;

/**
 * Counts failures by region after each count of the inventory, over all accounts and for recently viewed ones. Evaluating the rules takes seconds, and
 * a dashboard is viewed more often than the graph changes.
 */
export class ComplianceCounter {
  readonly #importDebounce: ImportDebounce;

  constructor(
    private readonly ctx: Context,
    private readonly deps: CounterDependencies,
  ) {
    this.#importDebounce = new ImportDebounce(deps.sources);
    ctx.jobs.define(JOB, ({ tenantId, accountId }: { tenantId: string; accountId?: string }) =>
      accountId === undefined ? this.#countUnlessSettling(tenantId) : this.#count(tenantId, accountId),
    );
  }

  async queue(tenantId: string): Promise<void> {
    await this.#enqueue(tenantId);
  }

  /** Queues the first count, for example after an update of the server. */
  async resume(tenantId: string): Promise<void> {
    const isNew = await this.ctx.db.tenant(tenantId, async (tx) => {
      const counted = await tx.selectFrom('compliance_count').select('account_id').where('tenant_id', '=', tenantId).limit(1).execute();
      return counted.length === 0 && (await this.deps.sources.accountsOf(tx, tenantId)).length > 0;
    });
    if (isNew) await this.queue(tenantId);
  }

  /** Returns the last counts of all accounts or one. The first view of an account starts its counts. */
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

  /** Queues a count of a connected account only; made-up ids are ignored. */
  async #queueAccount(tenantId: string, accountId: string): Promise<void> {
    const accounts = await this.ctx.db.tenant(tenantId, (tx) => this.deps.sources.accountsOf(tx, tenantId));
    const connected = new Set(accounts.map(({ account_id: id }) => id));
    if (!accountIdsOf(accountId).every((id) => connected.has(id))) return;
    await this.ctx.jobs.enqueue(JOB, { tenantId, accountId }, { singletonKey: `compliance ${tenantId} ${filterKey(accountId)}` });
  }

  async #enqueue(tenantId: string, startAfter?: Date): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `compliance ${tenantId}`, ...(startAfter ? { startAfter } : {}) });
  }

  /**
   * The next import would outdate the count, and in a large tenant each slows the other down for minutes. A count that the end of the server interrupted
   * can find imports that the inventory's count, which leads to this one, waited for.
   */
  async #countUnlessSettling(tenantId: string): Promise<void> {
    const isCounted = await this.#importDebounce.run(tenantId, () => this.#countAll(tenantId));
    if (!isCounted) await this.#enqueue(tenantId, new Date(Date.now() + SETTLING_WAIT));
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
    // The counts of an organization are renewed at its next view.
    const kept = known
      .map(({ account_id: id }) => id)
      .filter(isSingleAccountKey)
      .slice(0, MOST_ACCOUNTS);
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .deleteFrom('compliance_count')
        .where('tenant_id', '=', tenantId)
        .where('account_id', 'not in', [ALL, ...kept])
        .execute(),
    );
    for (const id of kept) await this.#count(tenantId, id);
    // All recently viewed accounts are counted now; the others are deleted.
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
