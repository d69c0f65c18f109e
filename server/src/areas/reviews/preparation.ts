import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import { ApiError } from '../../platform/http/errors';
import { makeItems, type MakeItemsDependencies } from './make-items';
import type { ReviewMails } from './mails';
import { appendLog, insertItems, readCampaigns, updateCampaign } from './store';

export interface ReviewPreparationDependencies extends MakeItemsDependencies {
  graph: MakeItemsDependencies['graph'] & Pick<GraphService, 'snapshotTime'>;
  mails: Pick<ReviewMails, 'tellReviewers'>;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

const JOB = 'reviews.prepare';

/** Makes the items of reviews that were started. */
export class ReviewPreparation {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewPreparationDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, campaignId }: { tenantId: string; campaignId: string }) => this.#prepare(tenantId, campaignId), {
      lost: ({ tenantId, campaignId }) => this.#fail(tenantId, campaignId, 'Its items could not be made. Start the review again.'),
    });
  }

  /** Queues the items of a review. */
  async queue(tenantId: string, campaignId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId, campaignId }, { singletonKey: `review ${campaignId}` });
  }

  /** Queues the items of reviews that a crash interrupted before they were queued. */
  async resume(tenantId: string): Promise<void> {
    const rows = await this.ctx.db.tenant(tenantId, (tx) => readCampaigns(tx, tenantId));
    for (const { campaign_id: id, state } of rows) if (state === 'PREPARING') await this.queue(tenantId, id);
  }

  async #prepare(tenantId: string, id: string): Promise<void> {
    const started = performance.now();
    const [stored] = await this.ctx.db.tenant(tenantId, (tx) => readCampaigns(tx, tenantId, { id }));
    if (stored?.state !== 'PREPARING') return;
    const made = await makeItems(this.ctx, this.deps, tenantId, stored).catch((error: unknown) => {
      if (error instanceof ApiError && error.code !== 'GRAPH_CHANGING') return error.userMessage;
      throw error;
    });
    if (typeof made === 'string') return this.#fail(tenantId, id, made);
    if (made.items.length === 0)
      return this.#fail(tenantId, id, 'The query selects no identity with access to review. Start a review with another query.');
    const isMade = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [now] = await readCampaigns(tx, tenantId, { id, lock: 'update' });
      if (now?.state !== 'PREPARING') return false;
      await insertItems(
        tx,
        made.items.map((item) => ({ tenant_id: tenantId, campaign_id: id, ...item })),
      );
      const time = await this.deps.graph.snapshotTime(tx, tenantId, made.snapshotId);
      const snapshot = { snapshot_id: made.snapshotId, checked_snapshot: made.snapshotId, snapshot_time: time === null ? null : new Date(time) };
      await updateCampaign(tx, tenantId, id, { state: 'OPEN', ...snapshot });
      const detail = { items: made.items.length, snapshot_id: made.snapshotId };
      await appendLog(tx, tenantId, id, [{ itemId: null, kind: 'STARTED', at: new Date(), actor: now.created_by, detail }]);
      return true;
    });
    this.ctx.log.info({ tenantId, campaignId: id, items: made.items.length, ms: Math.round(performance.now() - started) }, 'items of a review made');
    if (!isMade) return;
    await this.deps.woken(tenantId);
    await this.deps.mails.tellReviewers(tenantId, id);
  }

  async #fail(tenantId: string, id: string, failure: string): Promise<void> {
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const [stored] = await readCampaigns(tx, tenantId, { id, lock: 'update' });
      if (stored?.state === 'PREPARING') await updateCampaign(tx, tenantId, id, { state: 'FAILED', failure });
    });
  }
}
