import type { PartialReason } from '@cam/contracts/server';
import { FairTurns } from '../../platform/async/fair-turns';
import type { Context } from '../../platform/context';
import { currentCaller, withoutCaller } from '../../platform/db/caller';
import { CallerDisconnected } from '../../platform/db/cancellation';
import { accountIdsOf, type AccountFilter } from '../../platform/http/account-filter';
import type { SubjectRow } from '../../graph';
import { isJudged, type ComplianceRule } from './rules/rule';

/** Account filters of a tenant whose results are cached, besides those of the whole tenant. */
const MAX_FILTERS = 50;

/** Queries of rules that run at the same time, for all users of the process. */
const MAX_QUERIES = 2;

/** The queries that compliance needs. */
export interface ComplianceQueries {
  subjects(tenantId: string, query: string, accountId: string | null): Promise<SubjectRow[]>;
  /** Returns whether the account filter only selects among the query's subjects by their account. */
  isFilteredBySubject(query: string): boolean;
  /** Returns why the results of queries may lack rows. */
  partial(tenantId: string, queries: readonly string[], accountId: string | null): Promise<PartialReason[]>;
}

export interface Judgement {
  failed: readonly SubjectRow[];
  /** Number of objects that the rule covers. */
  total: number;
}

/** The graph and the accounts for which rules are evaluated. */
export interface JudgedScope {
  tenantId: string;
  /** Id of the last snapshot; null: none. */
  snapshotId: number | null;
  /** Null: the whole tenant. */
  accountId: AccountFilter | null;
}

/** Cached results of one account filter. */
interface Results {
  snapshotId: number | null;
  failed: Map<string, Promise<readonly SubjectRow[]>>;
  /** Number of objects of each population by account; the key `ALL` has their sum. Many rules share a population. */
  sizes: Map<string, Promise<ReadonlyMap<string, number>>>;
}

const ALL = '';

/**
 * Evaluates rules on the graph. Every compliance page reads the results, so they are cached until the graph changes. Rules without access are evaluated
 * once for the whole tenant, and every account filter selects from that. The other queries run a few at a time, and users take turns.
 */
export class Judge {
  /** Results by tenant and account filter, the last used one last. */
  readonly #kept = new Map<string, Map<string, Results>>();
  readonly #turns = new FairTurns(MAX_QUERIES);

  constructor(
    ctx: Pick<Context, 'events'>,
    private readonly queries: ComplianceQueries,
  ) {
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind === 'snapshot') this.#kept.delete(tenantId);
    });
  }

  /** @throws CallerDisconnected after the client disconnected */
  async judge(scope: JudgedScope, rule: ComplianceRule): Promise<Judgement> {
    if (!isJudged(rule)) return { failed: [], total: 0 };
    return { failed: await this.#failed(scope, rule.failing), total: await this.#total(scope, rule.population) };
  }

  async #failed(scope: JudgedScope, query: string): Promise<readonly SubjectRow[]> {
    const { failed } = this.#resultsOf(scope);
    if (scope.accountId === null || !this.queries.isFilteredBySubject(query)) return this.#once(failed, query, () => this.#ask(scope, query));
    const ids = new Set(accountIdsOf(scope.accountId));
    return (await this.#failed({ ...scope, accountId: null }, query)).filter(({ account_id: id }) => ids.has(id));
  }

  async #total(scope: JudgedScope, query: string): Promise<number> {
    const { accountId } = scope;
    const isSelected = accountId !== null && this.queries.isFilteredBySubject(query);
    const from = isSelected ? { ...scope, accountId: null } : scope;
    const sizes = await this.#once(this.#resultsOf(from).sizes, query, async () => sizesOf(await this.#ask(from, query)));
    return isSelected ? accountIdsOf(accountId).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) : (sizes.get(ALL) ?? 0);
  }

  #ask({ tenantId, accountId }: JudgedScope, query: string): Promise<SubjectRow[]> {
    return this.queries.subjects(tenantId, query, accountId);
  }

  /** Returns the results of a scope. The snapshot is compared because the event about a new one may arrive late. */
  #resultsOf({ tenantId, snapshotId, accountId }: JudgedScope): Results {
    const ofTenant = this.#kept.get(tenantId) ?? new Map<string, Results>();
    this.#kept.set(tenantId, ofTenant);
    const key = accountId ?? ALL;
    const known = ofTenant.get(key);
    const results = known?.snapshotId === snapshotId ? known : { snapshotId, failed: new Map(), sizes: new Map() };
    ofTenant.delete(key);
    ofTenant.set(key, results);
    const oldest = [...ofTenant.keys()].find((one) => one !== ALL);
    if (oldest !== undefined && ofTenant.size > MAX_FILTERS + 1) ofTenant.delete(oldest);
    return results;
  }

  /** Caches the promise, so that concurrent callers share one query. A query whose caller left before its turn is not run. */
  async #once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const caller = currentCaller();
    if (caller?.signal.aborted) throw new CallerDisconnected();
    const known = kept.get(key);
    if (known) {
      try {
        return await known;
      } catch (error) {
        if (error instanceof CallerDisconnected && !caller?.signal.aborted) return this.#once(kept, key, ask);
        throw error;
      }
    }
    const asking = this.#turns.run(caller?.party ?? '', async () => {
      if (caller?.signal.aborted) throw new CallerDisconnected();
      return withoutCaller(ask);
    });
    kept.set(key, asking);
    return asking.catch((error: unknown) => {
      if (kept.get(key) === asking) kept.delete(key);
      throw error;
    });
  }
}

function sizesOf(rows: readonly SubjectRow[]): Map<string, number> {
  const sizes = new Map([[ALL, rows.length]]);
  for (const { account_id: id } of rows) if (id !== ALL) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  return sizes;
}
