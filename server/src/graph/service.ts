import { sql } from 'kysely';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import { buildSnapshot, type BuildRequest } from './build/build-snapshot';
import type { Catalogue } from './catalogue/catalogue';
import { PairExplainer } from './explain/explain-pair';
import type { Explanation } from './explain/explanation';
import { LinksCache } from './link/links-cache';
import { offersOf } from './link/names';
import { readPolicyDocuments, type PolicyText } from './store/read-documents';
import { readFacts } from './store/read-facts';
import { clearDue, deleteSourceRows, markDue, readDue } from './store/due-sources';
import { readDependents, type GraphSource } from './store/read-sources';
import { SNAPSHOT_TABLES } from './store/snapshot-tables';
import type { SnapshotResult } from './store/snapshot-writer';

const RELINK_JOB = 'graph.relink';

/** Rows may change by this share before statistics are taken anew. */
const ANALYZE_SHARE = 0.1;

/** The access graph, for other areas. */
export class GraphService {
  readonly #explainer: PairExplainer;
  readonly #links = new LinksCache();

  constructor(
    private readonly ctx: Context,
    readonly catalogue: Catalogue,
  ) {
    this.#explainer = new PairExplainer(catalogue);
    ctx.jobs.define(RELINK_JOB, ({ tenantId }: { tenantId: string }) => this.#relink(tenantId));
  }

  /**
   * Every way from an identity to a resource, of any source each, with the statements that grant and those that deny or limit. 404 where
   * one of them is not in the graph.
   */
  explain(tenantId: string, identityUri: string, resourceUri: string): Promise<Explanation> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#explainer.explain(tx, tenantId, identityUri, resourceUri));
  }

  /**
   * Takes in what a source says now, with all that follows from it in other sources: readers see the old graph until the new one is whole.
   * @returns null where `publish` said that the import was overtaken
   */
  replaceSource(request: Omit<BuildRequest, 'evaluateAnew'>): Promise<SnapshotResult | null> {
    return this.#build({ ...request, evaluateAnew: [] });
  }

  /**
   * Removes everything that ever came from a source, in the caller's transaction, and notes what depends on it. Call `followRemoval` once
   * that is committed.
   */
  async removeSource(tx: Tx, tenantId: string, source: GraphSource): Promise<void> {
    const said = offersOf(await readFacts(tx, { tenantId, ...source }));
    const dependents = await readDependents(tx, tenantId, [...said.keys()]);
    await deleteSourceRows(tx, tenantId, source.sourceUid);
    await markDue(
      tx,
      tenantId,
      dependents.filter((uid) => uid !== source.sourceUid),
    );
  }

  /** Queues what a removal left to do. */
  async followRemoval(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(RELINK_JOB, { tenantId }, { onceFor: 'relink' });
  }

  /** Queues again what a crash may have cut off before it was queued. */
  async resume(tenantId: string): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId));
    if (due.length > 0) await this.followRemoval(tenantId);
  }

  /** Policy documents by id, of the accounts asked for (none: of all), in the order of the ids; unknown ones are left out. */
  policies(tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<PolicyText[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicyDocuments(tx, tenantId, ids, accountIds));
  }

  async #relink(tenantId: string): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId));
    if (due.length === 0) return;
    const result = await this.#build({
      tenantId,
      incoming: null,
      evaluateAnew: due,
      takenAt: new Date(),
      progress: async () => undefined,
      publish: async (tx) => {
        await clearDue(tx, tenantId, due);
        return true;
      },
    });
    this.ctx.log.info({ tenantId, ...result }, 'graph linked anew');
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
  }

  async #build(request: BuildRequest): Promise<SnapshotResult | null> {
    const { db } = this.ctx;
    const result = await buildSnapshot({ db, catalogue: this.catalogue, links: this.#links }, request);
    if (result?.snapshotId) await this.#analyze(result.written + result.ended);
    return result;
  }

  /** Without fresh statistics the planner takes new tables for empty and walks them row by row. */
  async #analyze(changed: number): Promise<void> {
    await this.ctx.db.owner(async (tx) => {
      const tables = sql.join(SNAPSHOT_TABLES.map((table) => sql.lit(table)));
      const { rows } = await sql<{
        known: number | null;
      }>`select sum(greatest(reltuples, 0))::float8 known from pg_class where relname in (${tables})`.execute(tx);
      this.#sinceAnalyze += changed;
      if (this.#sinceAnalyze < ANALYZE_SHARE * Number(rows[0]?.known ?? 0)) return;
      this.#sinceAnalyze = 0;
      await sql`analyze ${sql.join(SNAPSHOT_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    });
  }

  #sinceAnalyze = 0;
}
