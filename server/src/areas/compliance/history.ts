import type { TrendPoint } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { SnapshotTimes } from '../../graph';
import type { Tx } from '../../platform/db/database';
import { filterKey } from '../../platform/http/account-filter';
import { readExceptions } from './exceptions';
import { noteFindings, readAllFindings, startEarlier } from './findings';
import type { ComplianceQueries } from './judge';
import { cloudOf, isJudged, type JudgedRule } from './rules/rule';
import { RULES } from './rules/suites';
import { noteLastFailed } from './statuses';
import type { RuleCounts } from './tables';
import { ALL_ACCOUNTS, keepDay, readTrend, uncounted, type SnapshotDay } from './trend';

/** Days with a snapshot that are counted afterwards, such as several days imported together. */
const LOOKED_BACK = 14;

export interface HistoryDependencies {
  queries: ComplianceQueries;
  graph: {
    snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<SnapshotDay[]>;
    snapshotTimes(tx: Tx, tenantId: string, day: string): Promise<SnapshotTimes>;
  };
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ cloud_type: string }[]> };
}

/** The current state of one rule. */
export interface RuleState {
  ruleId: string;
  counts: RuleCounts;
  /** URIs of all failing objects, dismissed or not. */
  failing: readonly string[];
}

/** The daily history of rules, and since when objects fail them. */
export class RuleHistory {
  constructor(
    private readonly ctx: Context,
    private readonly deps: HistoryDependencies,
  ) {}

  /** Stores the current state of rules as that of the last day with a snapshot. */
  async note(tenantId: string, accountId: string | null, standings: readonly RuleState[]): Promise<void> {
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const [newest] = await this.deps.graph.snapshotDays(tx, tenantId, 1);
      if (!newest) return;
      const account = filterKey(accountId ?? ALL_ACCOUNTS);
      const isNew = (await uncounted(tx, tenantId, account, [newest])).length > 0;
      await keepDay(tx, tenantId, account, newest, new Map(standings.map(({ ruleId, counts }) => [ruleId, counts])));
      // Only a new snapshot changes which objects fail, whatever users decide about them.
      if (accountId !== null || !isNew) return;
      const sinceOf = snapshotOf(await this.deps.graph.snapshotTimes(tx, tenantId, newest.day));
      for (const { ruleId, failing } of standings) {
        const at = await noteFindings(tx, tenantId, ruleId, failing, sinceOf);
        if (at) await noteLastFailed(tx, tenantId, ruleId, at);
      }
    });
  }

  /** Counts earlier days that were never counted with all their snapshots. */
  async fill(tenantId: string, accountId: string | null): Promise<void> {
    const [earlier, days, clouds] = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [, ...before] = await this.deps.graph.snapshotDays(tx, tenantId, LOOKED_BACK);
      const connected = await this.deps.sources.accountsOf(tx, tenantId);
      return [
        before,
        new Set((await uncounted(tx, tenantId, filterKey(accountId ?? ALL_ACCOUNTS), before)).map(({ day }) => day)),
        new Set(connected.map(({ cloud_type: cloud }) => cloud)),
      ] as const;
    });
    const rules = RULES.filter(isJudged).filter((rule) => clouds.has(cloudOf(rule)));
    // Runs of failures that reach back from now without a gap. Where a day was counted before, its failures have their time already.
    let running =
      accountId === null
        ? await this.ctx.db.tenant(tenantId, (tx) =>
            readAllFindings(
              tx,
              tenantId,
              rules.map(({ id }) => id),
            ),
          )
        : null;
    for (const day of earlier) {
      if (!days.has(day.day)) {
        running = null;
        continue;
      }
      const { counts, failing } = await this.#countsOf(tenantId, accountId, rules, day.day);
      await this.ctx.db.tenant(tenantId, async (tx) => {
        await keepDay(tx, tenantId, filterKey(accountId ?? ALL_ACCOUNTS), day, counts);
        if (running === null) return;
        const sinceOf = snapshotOf(await this.deps.graph.snapshotTimes(tx, tenantId, day.day));
        const still = new Map<string, Map<string, Date>>();
        for (const [ruleId, uris] of running) {
          const failed = failing.get(ruleId) ?? new Set<string>();
          const left = new Map([...uris].filter(([uri]) => failed.has(uri)));
          if (left.size > 0) await startEarlier(tx, tenantId, ruleId, [...left.keys()], sinceOf);
          still.set(ruleId, left);
        }
        running = still;
      });
    }
  }

  trend(tenantId: string, accountId: string | null, ruleIds: readonly string[]): Promise<TrendPoint[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readTrend(tx, tenantId, filterKey(accountId ?? ALL_ACCOUNTS), ruleIds));
  }

  /** Counts on the graph of a day. An object counts as dismissed if it was by the end of the day. */
  async #countsOf(
    tenantId: string,
    accountId: string | null,
    rules: readonly JudgedRule[],
    day: string,
  ): Promise<{ counts: Map<string, RuleCounts>; failing: Map<string, ReadonlySet<string>> }> {
    const subjects = async (query: string): Promise<string[]> =>
      (await this.deps.queries.subjects(tenantId, `${query} as-of ${day}`, accountId)).map(({ uri }) => uri);
    const exceptions = await this.ctx.db.tenant(tenantId, (tx) => readExceptions(tx, tenantId));
    const sizes = new Map<string, number>();
    const counts = new Map<string, RuleCounts>();
    const failed = new Map<string, ReadonlySet<string>>();
    for (const { id, failing, population } of rules) {
      const size = sizes.get(population) ?? (await subjects(population)).length;
      sizes.set(population, size);
      const uris = await subjects(failing);
      failed.set(id, new Set(uris));
      const isDismissed = (uri: string): boolean => {
        const exception = exceptions.get(id)?.get(uri);
        return exception?.status === 'DISMISSED' && exception.at.toISOString().slice(0, 10) <= day;
      };
      const dismissed = uris.filter(isDismissed).length;
      counts.set(id, [uris.length - dismissed, dismissed, Math.max(0, size - uris.length)]);
    }
    return { counts, failing: failed };
  }
}

/** Returns a lookup of the snapshot that shows an entity: its account's last one, or the last of any account. */
function snapshotOf({ byAccount, last }: SnapshotTimes): (uri: string) => Date {
  return (uri) => byAccount.get(uri.split(':')[2] ?? '') ?? last ?? new Date();
}
