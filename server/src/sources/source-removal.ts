import type { Context } from '../platform/context';
import type { GraphService, SourceFacts } from '../graph';
import type { BundleStore } from './bundles/bundle-store';
import type { SourceConnections } from './connections';
import { deleteCorrelation } from './correlated-sources';
import type { Pulls } from './pulls';
import { deleteRuns } from './run-store';
import * as store from './store';

const JOB = 'sources.remove';

export interface RemovalDependencies {
  ctx: Context;
  graph: GraphService;
  connections: SourceConnections;
  bundles: BundleStore;
  pulls: Pulls;
}

/** Deletes sources with their graphs, histories and files. */
export class SourceRemoval {
  constructor(private readonly deps: RemovalDependencies) {
    deps.ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#removeLeaving(tenantId, signal));
  }

  /**
   * Deletes a source now.
   * @param isMeant is asked in the transaction of the delete, about the source as it is then
   * @returns false if the source does not exist or is not meant
   */
  async remove(tenantId: string, uid: string, isMeant: (source: store.StoredSource) => boolean): Promise<boolean> {
    const { ctx, graph, connections, bundles, pulls } = this.deps;
    const removed = await ctx.db.tenant(tenantId, async (tx) => {
      const source = await store.findSource(tx, tenantId, uid);
      if (!source || !isMeant(source)) return null;
      // The source goes first: a running import then finds it missing and publishes nothing.
      await store.deleteSource(tx, tenantId, uid);
      await connections.remove(tx, tenantId, uid);
      await deleteCorrelation(tx, tenantId, uid);
      await deleteRuns(tx, tenantId, uid);
      const { account_id: accountId, cloud_type: cloudType } = source;
      await graph.removeSource(tx, tenantId, { sourceUid: uid, cloudType: cloudType as SourceFacts['cloudType'], accountId });
      return source;
    });
    if (!removed) return false;
    const { bundle } = removed;
    await graph.followRemoval(tenantId);
    if (bundle) await bundles.remove(tenantId, bundle);
    await pulls.discardStaging(tenantId, uid);
    ctx.events.publish({ tenantId, kind: 'snapshot' });
    return true;
  }

  /**
   * Deletes sources with their graphs, histories and files in a job, because a large organization takes minutes. The sources leave every list at
   * once, and no further pull of them starts.
   */
  async removeLater(tenantId: string, uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return;
    await this.deps.ctx.db.tenant(tenantId, (tx) => store.markLeaving(tx, tenantId, uids));
    this.deps.ctx.events.publish({ tenantId, kind: 'snapshot' });
    await this.resume(tenantId);
  }

  /** Queues the job if sources of the tenant are marked. */
  async resume(tenantId: string): Promise<void> {
    const [leaving] = await this.deps.ctx.db.tenant(tenantId, (tx) => store.listLeaving(tx, tenantId));
    if (leaving) await this.deps.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: tenantId });
  }

  /** Deletes the marked sources one by one, so that a restarted job continues with the rest. */
  async #removeLeaving(tenantId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const [source] = await this.deps.ctx.db.tenant(tenantId, (tx) => store.listLeaving(tx, tenantId));
      if (!source) return;
      // An import may have revived the source since.
      await this.remove(tenantId, source.uid, (found) => found.is_leaving);
    }
  }
}
