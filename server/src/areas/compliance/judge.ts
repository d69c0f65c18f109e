import type { PartialReason } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { withoutCaller } from '../../platform/db/caller';
import type { SubjectRow } from '../../graph';
import { isJudged, type ComplianceRule } from './rules/rule';

/** Results in the cache. */
const MOST_KEPT = 5000;

/** The queries that compliance needs. */
export interface ComplianceQueries {
  subjects(tenantId: string, query: string, accountId: string | null): Promise<SubjectRow[]>;
  /** Returns why the results of queries may lack rows. */
  partial(tenantId: string, queries: readonly string[], accountId: string | null): Promise<PartialReason[]>;
}

export interface Judgement {
  failed: readonly SubjectRow[];
  /** Number of objects that the rule covers. */
  total: number;
}

/** Evaluates rules on the graph. It caches results until the graph changes, because every compliance page reads them. */
export class Judge {
  readonly #kept = new Map<string, Promise<Judgement>>();
  /** Sizes of populations. Many rules share a population, of which only the size is needed. */
  readonly #sizes = new Map<string, Promise<number>>();

  constructor(
    ctx: Context,
    private readonly queries: ComplianceQueries,
  ) {
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind !== 'snapshot') return;
      for (const kept of [this.#kept, this.#sizes]) for (const key of kept.keys()) if (key.startsWith(`${tenantId}\n`)) kept.delete(key);
    });
  }

  async judge(tenantId: string, rule: ComplianceRule, accountId: string | null): Promise<Judgement> {
    if (!isJudged(rule)) return { failed: [], total: 0 };
    const keyPrefix = `${tenantId}\n${accountId ?? ''}\n`;
    return once(this.#kept, `${keyPrefix}${rule.id}`, async () => ({
      failed: await this.queries.subjects(tenantId, rule.failing, accountId),
      total: await once(
        this.#sizes,
        `${keyPrefix}${rule.population}`,
        async () => (await this.queries.subjects(tenantId, rule.population, accountId)).length,
      ),
    }));
  }
}

/** Caches the promise, so that concurrent callers share one evaluation. */
function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const asking = withoutCaller(ask);
  kept.set(key, asking);
  asking.catch(() => kept.delete(key));
  return asking;
}
