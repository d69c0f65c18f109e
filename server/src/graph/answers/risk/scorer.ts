import { sql } from 'kysely';
import { bandOf, type RiskWeights } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { forEachOf } from '../../../platform/async/limiter';
import { readAhead } from '../../../platform/async/read-ahead';
import { readHead } from '../../store/snapshot-writer';
import { growRevision, readRevision, readTiers } from '../../store/tiers';
import { ago, UNUSED_DAYS, type InventoryScope } from '../counts/parts';
import type { ReadReach } from '../counts/tenant-reach';
import { usesBeside } from '../counts/read-uses';
import { readIdentities, readMembers, readTieredResources } from './read-graph';
import { ScoreChanges } from './score-changes';
import { countResources, ResourceScores, type Part, type ScoreChange } from './resource-scores';
import { scoreGraph, type GraphToScore, type ScoredGraph, type ScoredIdentity } from './score-graph';
import { listScores, type ScoreRow } from './store';
import { changedScores, completeScoring, readKnownScores, writeScores, type ChangedScore, type KnownScores } from './write-scores';

/** Rows of one transaction, so that pages are answered in between. */
const CHUNK = 5000;

/** Resources that one transaction writes. The embedded database answers no page meanwhile; on PostgreSQL, each transaction joins all classes. */
const PART = { embedded: 20_000, postgres: 200_000 };

/** Such transactions at a time. */
const AT_ONCE = 2;

export interface ScorerDependencies {
  graph: { readReach: ReadReach };
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string; account_name: string }[]> };
  tenants: { shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>> };
}

interface Tiers extends Pick<GraphToScore, 'tiers' | 'tiered'> {
  /** It grows with every change of tiers. */
  revision: number;
}

/** The effect of other weights. */
export interface BandChanges {
  changed: number;
  total: number;
  up: number;
  down: number;
}

/** Scores all entities of a tenant. */
export class Scorer {
  readonly changes = new ScoreChanges();

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
    const { scored, resources } = await this.#scored(scope, weights, tiers);
    // The database compares the resources while this process compares the identities.
    const changedUris = new Set<string>();
    // A scoring that is cut off between two parts has changed scores, too, so it grows the revision before.
    const from = await db.tenant(tenantId, (tx) => growRevision(tx, tenantId));
    let areFew = true;
    const works = [
      async () => {
        await runCooperatively(scored.addControl());
        for await (const changed of this.#changedIdentities(tenantId, scored)) {
          signal?.throwIfAborted();
          await db.tenant(tenantId, (tx) => writeScores(tx, tenantId, day, changed));
          for (const { uri } of changed) changedUris.add(uri);
        }
      },
      async () => {
        const uris = await this.#writeResources(scope, resources, { day, signal });
        areFew = uris !== null;
        for (const uri of uris ?? []) changedUris.add(uri);
      },
    ];
    await forEachOf(works, works.length, (work) => work());
    const completed = await db.tenant(tenantId, (tx) => completeScoring(tx, tenantId, day, { head, outside: scored.outside }));
    for (const uri of completed.gone) changedUris.add(uri);
    // Something else grew the revision meanwhile: tiers that changed, or the scoring of another process.
    if (areFew && completed.revision === from + 1) this.changes.note(tenantId, { from: from - 1, to: completed.revision, uris: changedUris });
    return completed.scored;
  }

  /** Counts the entities whose band other weights would change, without storing anything. */
  async compare(tenantId: string, weights: RiskWeights): Promise<BandChanges> {
    const scope = { tenantId, now: new Date() };
    const { scored, resources } = await this.#scored(scope, weights);
    const current = await this.ctx.db.tenant(tenantId, (tx) => listScores(tx, tenantId, { kind: 'IDENTITY', accountId: null }, {}));
    const before = new Map(current.map(({ entity_id: id, score }) => [id, score]));
    const changes = { changed: 0, total: 0, up: 0, down: 0 };
    const add = ({ before: score, after, n }: ScoreChange): void => {
      changes.total += n;
      if (score === null || bandOf(score) === bandOf(after)) return;
      changes.changed += n;
      changes[bandOf(after) > bandOf(score) ? 'up' : 'down'] += n;
    };
    for (const { row, score } of scored.identities) add({ before: before.get(row.entity_id) ?? null, after: score, n: 1 });
    for (const change of await this.#planned(tenantId, (tx) => resources.countChanges(tx, scope))) add(change);
    return changes;
  }

  async #scored(scope: InventoryScope, weights: RiskWeights, tiers?: Promise<void>): Promise<{ scored: ScoredGraph; resources: ResourceScores }> {
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
    const isSame = after.revision === before.revision;
    if (!isSame) early.abort();
    const final = isSame ? ((await scored) as ScoredGraph) : await runCooperatively(scoreGraph({ ...facts, ...after }, weights));
    const classIds = facts.reach.classes.map(({ id }) => id);
    return { scored: final, resources: await runCooperatively(ResourceScores.of(classIds, after, final)) };
  }

  async #tiersAfter(evaluated: Promise<void> | undefined, scope: InventoryScope, before: Tiers): Promise<Tiers> {
    if (!evaluated) return before;
    await evaluated;
    return this.#tiers(scope);
  }

  #tiers(scope: InventoryScope): Promise<Tiers> {
    const { tenantId } = scope;
    return this.#planned(tenantId, async (tx) => ({
      revision: await readRevision(tx, tenantId),
      tiers: await readTiers(tx, tenantId),
      tiered: await readTieredResources(tx, scope),
    }));
  }

  /** Reads what tier rules do not change. */
  async #facts(scope: InventoryScope): Promise<Omit<GraphToScore, 'tiers' | 'tiered'>> {
    const { tenantId } = scope;
    const reach = await this.#planned(tenantId, (tx) => this.deps.graph.readReach(tx, scope));
    const [uses, facts] = await Promise.all([
      this.#planned(tenantId, (tx) => usesBeside(reach, tx, scope)),
      this.#planned(tenantId, async (tx) => {
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

  #planned<T>(tenantId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      // The planner cannot estimate the common table expressions of these queries and would choose nested loops.
      await sql`set local enable_nestloop to off`.execute(tx);
      return read(tx);
    });
  }

  /** Writes the changed scores of resources in parts, so that pages are answered in between. */
  async #writeResources(
    scope: InventoryScope,
    resources: ResourceScores,
    { day, signal }: { day: string; signal?: AbortSignal },
  ): Promise<string[] | null> {
    const { tenantId } = scope;
    await this.ctx.db.tenant(tenantId, (tx) => resources.writeFactors(tx, tenantId));
    let uris: string[] | null = [];
    const parts = await this.#planned(tenantId, (tx) => this.#partsOf(tx, scope, resources));
    await forEachOf(parts, AT_ONCE, async (part) => {
      signal?.throwIfAborted();
      const changed = await this.#planned(tenantId, (tx) => resources.write(tx, scope, { day, part }));
      uris = uris && changed && uris.concat(changed);
    });
    return uris;
  }

  /** Divides the resources. Each part compares its own on PostgreSQL; for the embedded database, it is best to know first that nothing changed. */
  async #partsOf(tx: Tx, scope: InventoryScope, resources: ResourceScores): Promise<Part[]> {
    const { kind } = this.ctx.db;
    const of =
      kind === 'embedded'
        ? Math.ceil((await resources.countChanged(tx, scope)) / PART.embedded)
        : Math.max(AT_ONCE, Math.ceil((await countResources(tx, scope)) / PART.postgres));
    return Array.from({ length: of }, (_, number) => ({ number, of }));
  }

  /** Yields the identities whose score changed, in parts. */
  async *#changedIdentities(tenantId: string, { identities }: ScoredGraph): AsyncGenerator<ChangedScore[]> {
    const { db } = this.ctx;
    const parts = async function* (): AsyncGenerator<{ rows: ScoreRow[]; known: KnownScores }> {
      for (let start = 0; start < identities.length; start += CHUNK) {
        const rows = identities.slice(start, start + CHUNK).map(toRow);
        yield { rows, known: await db.tenant(tenantId, (tx) => readKnownScores(tx, tenantId, rows)) };
      }
    };
    for await (const { rows, known } of readAhead(parts())) {
      const changed = await changedScores(db, tenantId, rows, known);
      if (changed.length > 0) yield changed;
    }
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
