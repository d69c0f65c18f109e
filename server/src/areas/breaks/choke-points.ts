import type { ChokePoints } from '@cam/contracts/server';
import { editsOf, type GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { ComputedPoints } from './tables';

const JOB = 'breaks.choke-points';

/** Tenants whose choke points are computed side by side. */
const AT_ONCE = 1;

export interface ChokePointDependencies {
  graph: Pick<GraphService, 'chokePoints' | 'newestSnapshot'>;
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ uid: string; account_id: string; account_name: string }[]> };
  /** Returns the time of the last scores, which decide the tiers; null before the first. */
  scoredAt: (tenantId: string) => Promise<string | null>;
}

const NOTHING: ComputedPoints = { jewels: [0, 0, 0], identities: 0, points: [], line: [], is_complete: true };

/** Finds the changes that end the most access to crown jewels. A job computes them after each scoring. */
export class ChokePointService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ChokePointDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }) => this.#compute(tenantId), { atOnce: AT_ONCE });
  }

  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `choke points ${tenantId}` });
  }

  /** Queues choke points that are missing or older than the scores. */
  async resume(tenantId: string): Promise<void> {
    const scoredAt = await this.deps.scoredAt(tenantId);
    if (scoredAt === null) return;
    const stored = await this.ctx.db.tenant(tenantId, (tx) => read(tx, tenantId));
    if (!stored || new Date(stored.computed_at) < new Date(scoredAt)) await this.queue(tenantId);
  }

  async list(tenantId: string): Promise<ChokePoints> {
    const scoredAt = await this.deps.scoredAt(tenantId);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await read(tx, tenantId);
      const { points, line, ...answer } = stored?.answer ?? NOTHING;
      const names = new Map((await this.deps.sources.accountsOf(tx, tenantId)).map(({ account_id: id, account_name: name }) => [id, name]));
      const head = await this.deps.graph.newestSnapshot(tx, tenantId);
      const computedAt = stored ? new Date(stored.computed_at) : null;
      return {
        ...answer,
        computed_at: computedAt?.toISOString() ?? null,
        is_current: computedAt !== null && Number(stored?.snapshot_id) === head && (scoredAt === null || computedAt >= new Date(scoredAt)),
        points: points.map((point) => ({ ...point, account_name: names.get(point.account_id) ?? point.account_id })),
        line: line.map(({ account_id: id, ...change }) => ({ ...change, account_name: names.get(id) ?? id })),
      };
    });
  }

  async #compute(tenantId: string): Promise<void> {
    const { graph, sources } = this.deps;
    const started = performance.now();
    const count = await this.ctx.db.tenant(tenantId, async (tx) => {
      // Scores that come meanwhile are newer, so the job runs again for them.
      const computedAt = new Date().toISOString();
      const snapshotId = await graph.newestSnapshot(tx, tenantId);
      const accounts = new Map((await sources.accountsOf(tx, tenantId)).map(({ uid, account_id: id }) => [uid, id]));
      const { points, line, jewels, identities, isComplete } = await graph.chokePoints(tx, tenantId);
      const answer: ComputedPoints = {
        jewels,
        identities,
        points: points.map(({ element: { sourceUid, removal, mayOpenWays: _mayOpenWays, ...element }, pairs, identities: losing }) => ({
          ...element,
          ...{ pairs, identities: losing, account_id: accounts.get(sourceUid) ?? '', source_uid: sourceUid, edits: editsOf([removal]) },
        })),
        line: line.map(({ element, pairs }) => ({ action: element?.action ?? '', account_id: accounts.get(element?.sourceUid ?? '') ?? '', pairs })),
        is_complete: isComplete,
      };
      const row = { snapshot_id: snapshotId, computed_at: computedAt, answer: JSON.stringify(answer) };
      await tx
        .insertInto('choke_points')
        .values({ tenant_id: tenantId, ...row })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
        .execute();
      return points.length;
    });
    this.ctx.log.info({ tenantId, points: count, ms: Math.round(performance.now() - started) }, 'choke points computed');
  }
}

function read(tx: Tx, tenantId: string) {
  return tx.selectFrom('choke_points').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
}
