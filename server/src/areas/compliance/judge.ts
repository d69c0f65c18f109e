import type { PartialReason } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { forEverybody } from '../../platform/db/caller';
import type { SubjectRow } from '../../graph';
import { isJudged, type ComplianceRule } from './rules/rule';

/** Answers that are kept at the same time. */
const MOST_KEPT = 5000;

/** What compliance asks of the query area. */
export interface ComplianceQueries {
  subjects(tenantId: string, query: string, accountId: string | null): Promise<SubjectRow[]>;
  /** Why the answers to queries may lack rows. */
  partial(tenantId: string, queries: readonly string[], accountId: string | null): Promise<PartialReason[]>;
}

export interface Judgement {
  failed: readonly SubjectRow[];
  /** What the rule speaks of. */
  total: number;
}

/** What rules find in the graph; kept until the graph changes, for every page of compliance reads it. */
export class Judge {
  readonly #kept = new Map<string, Promise<Judgement>>();
  /** Of a population only the size is kept, and many rules share one. */
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
    const asked = `${tenantId}\n${accountId ?? ''}\n`;
    return once(this.#kept, `${asked}${rule.id}`, async () => ({
      failed: await this.queries.subjects(tenantId, rule.failing, accountId),
      total: await once(
        this.#sizes,
        `${asked}${rule.population}`,
        async () => (await this.queries.subjects(tenantId, rule.population, accountId)).length,
      ),
    }));
  }
}

/** Whoever asks meanwhile waits for the same answer. */
function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const asking = forEverybody(ask);
  kept.set(key, asking);
  asking.catch(() => kept.delete(key));
  return asking;
}
