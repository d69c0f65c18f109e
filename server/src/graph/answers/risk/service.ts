import { RISK_BANDS, type Api, type Risk, type RiskRow, type RiskWeights } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import { notFound, unprocessable } from '../../../platform/http/errors';
import type { RiskKind, Tier } from '../../store/risk-rows';
import { readHead } from '../../store/snapshot-writer';
import { readTierNames } from '../tiers/tier-names';
import type { TiersService } from '../tiers/service';
import { describe, describeWithin, formulaOf } from './describe';
import { describeFinding } from './describe-finding';
import { FindingAccess } from './finding-access';
import { readHistory, readBandHistory, readRecentScores } from './history';
import { scoreFindings, type FindingToScore } from './read-findings';
import type { ScoredFinding } from './score-finding';
import { changedSince, readScoredFrom, type ScoredFrom } from './score-changes';
import { Scorer, type BandChanges, type ScorerDependencies } from './scorer';
import { readWeights, saveWeights } from './settings';
import { countScores, listScores, readScore, readScores, type StoredScore } from './store';
import { topRisks } from './top-risks';
import { DEFAULT_WEIGHTS, faultOfWeights } from './weights';

const JOB = 'risk.score';

/** Tenants that are scored side by side. */
const AT_ONCE = 2;

/** Disuse depends on the day, so scores are computed at least once a day, in ms. */
const STALE = 12 * 60 * 60 * 1000;

/** Problems among the top risks, and the entities of each kind that they come from. */
const TOP = 5;
const TOP_OF = 100;

/** Pairs of identity and resource that are read one by one. With more, reading the access of the whole tenant takes less time, and other work keeps it. */
const FEW_PAIRS = 500;

const RULED_TIERS: readonly Tier[] = [0, 1, 2];
const LAST_TIER: Tier = 3;

/** Scores many findings on the current graph. */
export interface ManyFindings {
  /** Returns the profile of each subject, by URI. A subject without any is left out. */
  profilesOf(tx: Tx, tenantId: string, subjectUris: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Scores a part of the findings, in their order. */
  score(tx: Tx, tenantId: string, findings: readonly FindingToScore[]): Promise<ScoredFinding[]>;
}

export interface RiskDependencies extends ScorerDependencies {
  tiers: Pick<TiersService, 'evaluate'>;
  /** Called when new scores are stored. */
  scored: (tenantId: string) => Promise<void>;
}

/** Risk scores. A job computes them after each count of the inventory and after each change of tiers or weights. */
export class RiskService {
  readonly #scorer: Scorer;

  constructor(
    private readonly ctx: Context,
    private readonly deps: RiskDependencies,
  ) {
    this.#scorer = new Scorer(ctx, deps);
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#refresh(tenantId, signal), { atOnce: AT_ONCE });
  }

  /** Queues the evaluation of all tier rules and new scores. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `risk ${tenantId}` });
  }

  /**
   * Queues scores that are missing, old or of an earlier snapshot.
   * @returns whether it queued any
   */
  async resume(tenantId: string): Promise<boolean> {
    const { state, head } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      state: await tx.selectFrom('risk_state').select(['head', 'scored_at']).where('tenant_id', '=', tenantId).executeTakeFirst(),
      head: await readHead(tx, tenantId),
    }));
    const isOld = !state?.scored_at || Date.now() - new Date(state.scored_at).getTime() > STALE;
    if (head === 0 || (!isOld && Number(state.head) === head)) return false;
    await this.queue(tenantId);
    return true;
  }

  /** Returns the time of the last scoring; null before the first. */
  scoredAt(tenantId: string): Promise<string | null> {
    return this.ctx.db.tenant(tenantId, (tx) => readScoredAt(tx, tenantId));
  }

  /**
   * Lists entities by risk, the highest first.
   * @param filter `isLimited`: the caller is limited to the accounts of the filter, so that the reasons name nothing else
   */
  list(
    tenantId: string,
    { isLimited = false, ...filter }: { kind: RiskKind; accountId: string | null; isLimited?: boolean; min?: number; tier?: Tier },
    { withHistory = false, ...page }: { limit: number; offset: number; withHistory?: boolean },
  ): Promise<Api['GET /v1/risk']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const names = await readTierNames(tx, tenantId);
      const accounts = await this.#accounts(tx, tenantId);
      const rows = await listScores(tx, tenantId, filter, page);
      const histories = withHistory
        ? await readRecentScores(
            tx,
            tenantId,
            rows.map(({ entity_id: id }) => id),
          )
        : new Map();
      const counts = await bandCounts(tx, tenantId, filter);
      const all = counts.reduce((sum, count) => sum + count, 0);
      return {
        rows: rows.map((stored) => ({
          ...toRow(stored, names, accounts, isLimited),
          ...(withHistory ? { history: histories.get(stored.entity_id) ?? [] } : {}),
        })),
        total: filter.min === undefined ? all : await countScores(tx, tenantId, filter),
        bands: RISK_BANDS.map(({ from }, band) => ({ from, count: counts[band] ?? 0 })),
        scored_at: await readScoredAt(tx, tenantId),
      };
    });
  }

  /** Returns the five worst problems of some accounts or all, with reasons and fixes. */
  async top(tenantId: string, accountId: string | null, isLimited = false): Promise<Api['GET /v1/risk/top']['answer']> {
    const lists = await Promise.all(
      (['identity', 'resource'] as const).map(async (of) => {
        const kind: RiskKind = of === 'identity' ? 'IDENTITY' : 'RESOURCE';
        return { of, ...(await this.list(tenantId, { kind, accountId, isLimited }, { limit: TOP_OF, offset: 0 })) };
      }),
    );
    const scored = lists.flatMap(({ of, rows }) => rows.map((row) => ({ ...row, of })));
    return { rows: topRisks(scored, TOP), assessed: lists.reduce((sum, { total }) => sum + total, 0), scored_at: lists[0]?.scored_at ?? null };
  }

  /**
   * Explains the score of an entity.
   * @throws 404 when the entity is not scored
   */
  explain(tenantId: string, uri: string): Promise<Api['GET /v1/risk/explain']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await readScore(tx, tenantId, uri);
      if (!stored) throw notFound('This entity has no risk score. Entities are scored after each snapshot.');
      const names = await readTierNames(tx, tenantId);
      const { disuse } = await readWeights(tx, tenantId);
      return { ...toRow(stored, names, await this.#accounts(tx, tenantId)), formula: formulaOf(stored, disuse.base) };
    });
  }

  /** Returns the current risks of entities, by entity id. Runs inside the caller's transaction. */
  async risksOf(tx: Tx, tenantId: string, entityIds: readonly string[]): Promise<Map<string, { tier: Tier; risk: Risk }>> {
    const names = await readTierNames(tx, tenantId);
    const scores = await readScores(tx, tenantId, entityIds);
    return new Map([...scores].map(([id, stored]) => [id, { tier: stored.tier, risk: describe(stored, names) }]));
  }

  /** Scores findings on the current graph, in their order. Runs inside the caller's transaction. */
  async scoreFindings(tx: Tx, tenantId: string, findings: readonly FindingToScore[]): Promise<ScoredFinding[]> {
    const pairs = findings.reduce((sum, { objectUris }) => sum + objectUris.length, 0);
    if (pairs > FEW_PAIRS) return this.manyFindings().score(tx, tenantId, findings);
    return scoreFindings(tx, tenantId, findings, await readWeights(tx, tenantId));
  }

  /** Returns what scores all findings of a tenant in parts. Those of a profile should be in one part, because its access is joined for each part. */
  manyFindings(): ManyFindings {
    const access = new FindingAccess(this.deps.graph.readReach);
    return {
      profilesOf: (...of) => access.profilesOf(...of),
      score: async (tx, tenantId, findings) => scoreFindings(tx, tenantId, findings, await readWeights(tx, tenantId), access.read),
    };
  }

  /** Returns the current snapshot of the graph, and the one that was scored last; 0 for none. Runs inside the caller's transaction. */
  async snapshots(tx: Tx, tenantId: string): Promise<{ current: number; scored: number }> {
    const state = await tx.selectFrom('risk_state').select('head').where('tenant_id', '=', tenantId).executeTakeFirst();
    return { current: await readHead(tx, tenantId), scored: Number(state?.head ?? 0) };
  }

  /** Returns the state from which the scores of findings follow. Runs inside the caller's transaction. */
  scoredFrom(tx: Tx, tenantId: string): Promise<ScoredFrom> {
    return readScoredFrom(tx, tenantId);
  }

  /**
   * Returns the URIs of the entities whose findings may have other scores than in a former state: the subject or a resource of each such finding is among them.
   * Null: not known, or too many. Runs inside the caller's transaction.
   */
  changedSince(tx: Tx, tenantId: string, { before, now }: { before: ScoredFrom; now: ScoredFrom }): Promise<ReadonlySet<string> | null> {
    return changedSince(tx, tenantId, { before, now, scores: this.#scorer.changes });
  }

  /** Returns a function that describes stored scores of findings. Runs inside the caller's transaction. */
  async describeFindings(tx: Tx, tenantId: string): Promise<(finding: ScoredFinding) => Risk> {
    const names = await readTierNames(tx, tenantId);
    return (finding) => describeFinding(finding, names);
  }

  trend(
    tenantId: string,
    { uri, kind, isLimited }: { uri: string | null; kind: RiskKind; isLimited: boolean },
  ): Promise<Api['GET /v1/risk/trend']['answer']['points']> {
    const toRisk = isLimited ? describeWithin : describe;
    return this.ctx.db.tenant(tenantId, async (tx) => {
      if (uri === null) return (await readBandHistory(tx, tenantId, kind)).map((point) => ({ ...point, risk: null }));
      const names = await readTierNames(tx, tenantId);
      return (await readHistory(tx, tenantId, uri)).map(({ day, stored }) => ({ day, risk: toRisk(stored, names), bands: null, outside: null }));
    });
  }

  weights(tenantId: string): Promise<RiskWeights> {
    return this.ctx.db.tenant(tenantId, (tx) => readWeights(tx, tenantId));
  }

  get defaults(): RiskWeights {
    return DEFAULT_WEIGHTS;
  }

  /**
   * Changes the weights and queues new scores.
   * @returns the weights before
   * @throws 422 when a more important tier or a stronger kind of access would weigh less
   */
  async setWeights(tenantId: string, weights: RiskWeights, by: string): Promise<RiskWeights> {
    checkWeights(weights);
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await readWeights(tx, tenantId);
      await saveWeights(tx, tenantId, weights, by);
      return known;
    });
    await this.queue(tenantId);
    return before;
  }

  /** @throws 422 like `setWeights` */
  async preview(tenantId: string, weights: RiskWeights): Promise<BandChanges> {
    checkWeights(weights);
    return this.#scorer.compare(tenantId, weights);
  }

  async #refresh(tenantId: string, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    let evaluated = started;
    const tiers = this.deps.tiers.evaluate(tenantId, signal).then(() => {
      evaluated = performance.now();
    });
    // The scores fail with its error, unless they fail before.
    tiers.catch(() => undefined);
    const scored = await this.#scorer.score(tenantId, { weights: await this.weights(tenantId), signal, tiers });
    const ms = { rules: Math.round(evaluated - started), scores: Math.round(performance.now() - evaluated) };
    this.ctx.log.info({ tenantId, scored, ms }, 'risk scored');
    await this.deps.scored(tenantId);
  }

  async #accounts(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.deps.sources.accountsOf(tx, tenantId)).map(({ account_id: id, account_name: name }) => [id, name]));
  }
}

async function readScoredAt(tx: Tx, tenantId: string): Promise<string | null> {
  const state = await tx.selectFrom('risk_state').select('scored_at').where('tenant_id', '=', tenantId).executeTakeFirst();
  return state?.scored_at ? new Date(state.scored_at).toISOString() : null;
}

async function bandCounts(
  tx: Tx,
  tenantId: string,
  { kind, accountId, tier }: { kind: RiskKind; accountId: string | null; tier?: Tier },
): Promise<number[]> {
  if (accountId === null && tier === undefined) {
    const [latest] = await readBandHistory(tx, tenantId, kind, 1);
    return latest?.bands ?? [];
  }
  if (accountId === null && tier === LAST_TIER) {
    // Nearly all entities of an organization are in the last tier, so the others are counted.
    const bands = await bandCounts(tx, tenantId, { kind, accountId });
    for (const other of RULED_TIERS)
      for (const [band, count] of (await bandCounts(tx, tenantId, { kind, accountId, tier: other })).entries())
        bands[band] = (bands[band] ?? 0) - count;
    return bands;
  }
  // Each count includes the higher bands.
  const atLeast: number[] = [];
  for (const { from } of RISK_BANDS) atLeast.push(await countScores(tx, tenantId, { kind, accountId, tier, min: from }));
  return atLeast.map((count, band) => count - (atLeast[band + 1] ?? 0));
}

function toRow(stored: StoredScore, tierNames: readonly string[], accounts: ReadonlyMap<string, string>, isLimited = false): RiskRow {
  const { uri, name, type, account_id, tier } = stored;
  const risk = (isLimited ? describeWithin : describe)(stored, tierNames);
  return { uri, name, type, account_id, account_name: accounts.get(account_id) ?? account_id, tier, risk };
}

/** @throws ApiError 422 when weights would reverse the order of tiers or kinds of access */
function checkWeights(weights: RiskWeights): void {
  const fault = faultOfWeights(weights);
  if (fault !== null) throw unprocessable('WEIGHTS_INVALID', fault);
}
