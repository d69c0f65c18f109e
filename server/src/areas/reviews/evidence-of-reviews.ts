import { Readable } from 'node:stream';
import type { Campaign } from '@cam/contracts/server';
import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import { conflict } from '../../platform/http/errors';
import type { FileReply } from '../../platform/http/file-reply';
import type { ProofsService } from '../proofs';
import { describeCampaign, requireCampaign } from './campaigns';
import { claimsOf, type ReviewedItem } from './claims';
import { evidenceFile, fileNameOf, filesOf } from './evidence';
import { toItem } from './rows';
import { readItems, readLog, type LogEntry } from './store';

export interface ReviewEvidenceDependencies {
  graph: Pick<GraphService, 'resourcesOfUnits' | 'snapshotTime'>;
  proofs: Pick<ProofsService, 'proofsOf'>;
}

/** Makes the evidence of access reviews. */
export class ReviewEvidence {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewEvidenceDependencies,
  ) {}

  /** Returns the evidence as a zip. @throws ApiError 409 while the items are made */
  async zip(tenantId: string, id: string): Promise<{ fileName: string; contentType: string; buffer: Buffer }> {
    const { campaign, items, log } = await this.#reviewed(tenantId, id);
    return evidenceFile(
      campaign,
      items.map(({ item }) => item),
      log,
    );
  }

  /** Returns the evidence with proofs, as a stream. @throws ApiError 409 while the items are made */
  async zipWithProofs(tenantId: string, id: string): Promise<FileReply> {
    const { campaign, items, log } = await this.#reviewed(tenantId, id);
    const all = items.map(({ item }) => item);
    const made = this.#proved(tenantId, campaign, items, filesOf(campaign, all, log));
    return { fileName: fileNameOf(campaign), contentType: 'application/zip', stream: Readable.from(made, { objectMode: false }) };
  }

  async *#proved(tenantId: string, campaign: Campaign, items: readonly ReviewedItem[], attached: Record<string, string>): AsyncGenerator<Buffer> {
    const claims = await this.ctx.db.tenant(tenantId, (tx) => claimsOf(this.deps, tx, tenantId, campaign, items));
    yield* this.deps.proofs.proofsOf(tenantId, {
      title: 'Evidence of an access review',
      subject: campaign.name,
      meaning: 'Access that was reviewed: that it was there at the start, and that it is gone where a snapshot showed an item gone.',
      notes: ['', 'A claim is about one resource of an item. If the identity has access to it by another way, there is no proof of absence.'],
      claims,
      attached,
    });
  }

  async #reviewed(tenantId: string, id: string): Promise<{ campaign: Campaign; items: ReviewedItem[]; log: LogEntry[] }> {
    const { campaign, items, log } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await requireCampaign(tx, tenantId, id, 'share');
      if (stored.snapshot_id === null) throw conflict('REVIEW_NOT_READY', 'The items of this review are not made yet. Try again in a minute.');
      return {
        campaign: await describeCampaign(tx, tenantId, id, ''),
        items: await readItems(tx, tenantId, id, null),
        log: await readLog(tx, tenantId, id),
      };
    });
    const identities = new Map<string, number>();
    for (const { unit_key: key } of items) identities.set(key, (identities.get(key) ?? 0) + 1);
    return { campaign, items: items.map((stored) => ({ stored, item: toItem(stored, identities.get(stored.unit_key) ?? 0) })), log };
  }
}
