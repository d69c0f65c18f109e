import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { bandOf, type RiskWeights } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { readAhead } from '../../../platform/async/read-ahead';
import { readHead } from '../../store/snapshot-writer';
import { readTiers } from '../../store/tiers';
import { ago, UNUSED_DAYS, type InventoryScope } from '../counts/parts';
import type { ReadReach } from '../counts/tenant-reach';
import { usesBeside } from '../counts/read-uses';
import { readIdentities, readMembers, readResources, readTieredResources } from './read-graph';
import { scoreGraph, type GraphToScore, type ScoredGraph, type ScoredIdentity } from './score-graph';
import { BandCounts, listScores, type ScoreRow } from './store';
import { changedScores, completeScoring, readKnownScores, writeScores, type KnownScores } from './write-scores';

/** Rows of one transaction, so that pages are answered in between. */
const CHUNK = 5000;

export interface ScorerDependencies {
  graph: { readReach: ReadReach };
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string; account_name: string }[]> };
  tenants: { shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>> };
}

type Tiers = Pick<GraphToScore, 'tiers' | 'tiered'>;

/** The effect of other weights. */
export interface BandChanges {
  changed: number;
  total: number;
  up: number;
  down: number;
}

/** Scores all entities of a tenant. */
export class Scorer {
  constructor(
    private readonly ctx: Pick<Context, 'db'>,
    private readonly deps: ScorerDependencies,
  ) {}

  /**
   * Scores the current graph and stores what changed. Returns the number of scored entities.
   * @param options.tiers resolves when the tiers are up to date; the rest of the graph is read meanwhile
   */
  async score(tenantId: string, { weights, signal, tiers }: { weights: RiskWeights; signal?: AbortSignal; tiers?: Promise<void> }): Promise<number> {
    const { db } = this.ctx;
    const scope = { tenantId, now: new Date() };
    const day = scope.now.toISOString().slice(0, 10);
    const head = await db.tenant(tenantId, (tx) => readHead(tx, tenantId));
    const scored = await this.#scored(scope, weights, tiers);
    const bands = new BandCounts();
    let total = 0;
    for await (const { rows, known } of readAhead(this.#withKnown(tenantId, this.#rows(scope, scored)))) {
      signal?.throwIfAborted();
      const changed = await changedScores(db, tenantId, rows, known);
      if (changed.length > 0) await db.tenant(tenantId, (tx) => writeScores(tx, tenantId, day, changed));
      bands.add(rows);
      total += rows.length;
    }
    await db.tenant(tenantId, (tx) => completeScoring(tx, tenantId, day, { head, outside: scored.outside, bands: bands.bands }));
    return total;
  }

  /** Counts the entities whose band other weights would change, without storing anything. */
  async compare(tenantId: string, weights: RiskWeights): Promise<BandChanges> {
    const scope = { tenantId, now: new Date() };
    const scored = await this.#scored(scope, weights);
    const current = await this.ctx.db.tenant(tenantId, (tx) => listScores(tx, tenantId, { accountId: null }, {}));
    const bands = new Map(current.map(({ entity_id: id, score }) => [id, bandOf(score)]));
    const changes = { changed: 0, total: 0, up: 0, down: 0 };
    for await (const rows of this.#rows(scope, scored)) {
      for (const { entity_id: id, score } of rows) {
        const before = bands.get(id);
        changes.total += 1;
        if (before === undefined || before === bandOf(score)) continue;
        changes.changed += 1;
        changes[bandOf(score) > before ? 'up' : 'down'] += 1;
      }
    }
    return changes;
  }

  async #scored(scope: InventoryScope, weights: RiskWeights, tiers?: Promise<void>): Promise<ScoredGraph> {
    const facts = await this.#facts(scope);
    const before = await this.#tiers(scope);
    const early = new AbortController();
    const scored = runCooperatively(whileWanted(scoreGraph({ ...facts, ...before }, weights), early.signal));
    scored.catch(() => undefined);
    // The rules keep the database busy, so scores by the tiers before begin meanwhile. They stand if the rules change no tier, as is usual.
    const after = await this.#tiersAfter(tiers, scope, before).catch((error: unknown) => {
      early.abort();
      throw error;
    });
    if (isDeepStrictEqual(after, before)) return (await scored) as ScoredGraph;
    early.abort();
    return runCooperatively(scoreGraph({ ...facts, ...after }, weights));
  }

  async #tiersAfter(evaluated: Promise<void> | undefined, scope: InventoryScope, before: Tiers): Promise<Tiers> {
    if (!evaluated) return before;
    await evaluated;
    return this.#tiers(scope);
  }

  #tiers(scope: InventoryScope): Promise<Tiers> {
    const { tenantId } = scope;
    return this.#reading(tenantId, async (tx) => ({ tiers: await readTiers(tx, tenantId), tiered: await readTieredResources(tx, scope) }));
  }

  /** Reads what tier rules do not change. */
  async #facts(scope: InventoryScope): Promise<Omit<GraphToScore, 'tiers' | 'tiered'>> {
    const { tenantId } = scope;
    const reach = await this.#reading(tenantId, (tx) => this.deps.graph.readReach(tx, scope));
    const [uses, facts] = await Promise.all([
      this.#reading(tenantId, (tx) => usesBeside(reach, tx, scope)),
      this.#reading(tenantId, async (tx) => {
        const connected = await this.deps.sources.accountsOf(tx, tenantId);
        const named = await this.deps.tenants.shadowAccounts(tx, tenantId);
        return {
          identities: await readIdentities(tx, scope),
          members: await readMembers(tx, scope),
          knownAccounts: new Set([...connected.map(({ account_id: id }) => id), ...Object.keys(named)]),
        };
      }),
    ]);
    return { ...facts, reach, uses, youngSince: ago(scope, UNUSED_DAYS).slice(0, 10) };
  }

  #reading<T>(tenantId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      // The planner cannot estimate the common table expressions of these queries and would choose nested loops.
      await sql`set local enable_nestloop to off`.execute(tx);
      return read(tx);
    });
  }

  /** Yields all scores in parts: those of identities, then those of resources. */
  async *#rows(scope: InventoryScope, scored: ScoredGraph): AsyncGenerator<ScoreRow[]> {
    for (let start = 0; start < scored.identities.length; start += CHUNK) yield scored.identities.slice(start, start + CHUNK).map(toRow);
    for (let after = ''; ;) {
      const resources = await this.ctx.db.tenant(scope.tenantId, (tx) => readResources(tx, scope, after, CHUNK));
      const last = resources.at(-1);
      if (!last) return;
      after = last.entity_id;
      yield resources.map(({ class_id, ...row }): ScoreRow => {
        return { ...row, kind: 'RESOURCE', ...scored.scoreResource({ uri: row.uri, class_id }), control: null };
      });
    }
  }

  /** Adds the stored scores of the same entities. */
  async *#withKnown(tenantId: string, parts: AsyncIterable<ScoreRow[]>): AsyncGenerator<{ rows: ScoreRow[]; known: KnownScores }> {
    for await (const rows of parts) yield { rows, known: await this.ctx.db.tenant(tenantId, (tx) => readKnownScores(tx, tenantId, rows)) };
  }
}

/** Does work until nobody wants it any more, and returns null then. */
function* whileWanted<R>(work: Generator<number, R>, unwanted: AbortSignal): Generator<number, R | null> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (unwanted.aborted) return null;
    yield step.value;
  }
}

function toRow({ row, tier, score, factors, control }: ScoredIdentity): ScoreRow {
  const { entity_id, uri, type, account_id, name } = row;
  return { entity_id, uri, kind: 'IDENTITY', type, account_id, name, tier, score, factors, control };
}
