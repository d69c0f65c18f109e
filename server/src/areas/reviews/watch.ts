import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import { defineTenantJob } from '../../platform/jobs/tenant-job';
import { applyChange } from './apply-change';
import { daysBetween, dayIn } from './days';
import { reviewedSince } from './make-items';
import type { ReviewMails } from './mails';
import type { ReviewsService } from './service';
import { stageEndsOn } from './rows';
import { endStage } from './silence';
import { makeTickets, type MadeTickets } from './tickets';
import { listItems, readCampaigns, readItems, readLog, readReviewerProgress, updateCampaign, type StoredCampaign } from './store';

export interface ReviewWatchDependencies {
  graph: Pick<GraphService, 'reviewUnits' | 'newestSnapshot' | 'sourceSnapshots'>;
  people: (tenantId: string) => Promise<{ email: string }[] | null>;
  mails: Pick<ReviewMails, 'queue' | 'isOn' | 'tellReviewers'>;
  reviews: Pick<ReviewsService, 'startDue'>;
  tickets: MadeTickets;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

const JOB = 'reviews.watch';

/** Days before the last day on which reviewers are reminded, the later first. */
const REMINDERS = [1, 3, 7] as const;

/** Compares items with new snapshots, and does what the calendar asks for: reminders, the last day, reviewers who left, and the next review of a series. */
export class ReviewWatch {
  /** Queues a look at the reviews of a tenant. */
  readonly queue: (tenantId: string) => Promise<void>;

  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewWatchDependencies,
  ) {
    this.queue = defineTenantJob(ctx.jobs, JOB, (tenantId) => this.watch(tenantId));
  }

  /** Brings all reviews of a tenant up to date. @param today YYYY-MM-DD, UTC */
  async watch(tenantId: string, today = dayIn(0)): Promise<void> {
    await this.deps.reviews.startDue(tenantId, today);
    const campaigns = await this.ctx.db.tenant(tenantId, (tx) => readCampaigns(tx, tenantId));
    for (const campaign of campaigns) {
      if (campaign.state !== 'OPEN' && campaign.state !== 'CLOSED') continue;
      if (campaign.state === 'OPEN') await this.#replaceWhoLeft(tenantId, campaign);
      await this.#observe(tenantId, campaign, today);
      if (campaign.state !== 'OPEN') {
        await makeTickets(this.ctx, this.deps.tickets, tenantId, campaign);
        continue;
      }
      await this.#remind(tenantId, campaign, today);
      if (today > stageEndsOn(campaign)) await this.#end(tenantId, campaign);
    }
  }

  async #end(tenantId: string, campaign: StoredCampaign): Promise<void> {
    const { campaign_id: id } = campaign;
    const isNext = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [now] = await readCampaigns(tx, tenantId, { id, lock: 'update' });
      return now?.state === 'OPEN' && (await endStage(tx, tenantId, now, ''));
    });
    await this.deps.woken(tenantId);
    if (isNext) await this.deps.mails.tellReviewers(tenantId, id);
    else await makeTickets(this.ctx, this.deps.tickets, tenantId, campaign);
  }

  /** Gives the open items of reviewers who left the tenant to the fallback, or to whoever started the review. */
  async #replaceWhoLeft(tenantId: string, campaign: StoredCampaign): Promise<void> {
    const people = await this.deps.people(tenantId);
    if (people === null) return;
    const users = new Set(people.map(({ email }) => email.toLowerCase()));
    const to = [campaign.fallback, campaign.created_by.toLowerCase()].find((email) => users.has(email));
    if (to === undefined) return;
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const reviewers = await readReviewerProgress(tx, tenantId, campaign.campaign_id);
      const left = new Set(
        reviewers.filter(({ reviewer, open }) => open > 0 && reviewer !== '' && !users.has(reviewer)).map(({ reviewer }) => reviewer),
      );
      if (left.size === 0) return;
      const items = await readItems(tx, tenantId, campaign.campaign_id, null, true);
      await applyChange(
        tx,
        tenantId,
        campaign.campaign_id,
        items.filter(({ reviewer }) => left.has(reviewer)),
        () => ({ kind: 'FALL_BACK', to }),
      );
    });
  }

  /** Compares items with the newest snapshot, unless nothing can have changed. */
  async #observe(tenantId: string, campaign: StoredCampaign, today: string): Promise<void> {
    const { campaign_id: id, snapshot_id: start } = campaign;
    const isOver = today > campaign.revoke_by;
    const read = await this.ctx.db.tenant(tenantId, async (tx) => {
      const { total: waiting } = await listItems(tx, tenantId, id, { states: ['REVOKED', 'OVERDUE'] }, { after: 0, limit: 1 });
      if (campaign.state === 'CLOSED' && waiting === 0) return null;
      const snapshot = await this.deps.graph.newestSnapshot(tx, tenantId);
      if (snapshot <= campaign.checked_snapshot && !(isOver && waiting > 0)) return null;
      const items = await readItems(tx, tenantId, id, null);
      const uris = [...new Set(items.map(({ identity_uri: uri }) => uri))];
      const units = await this.deps.graph.reviewUnits(tx, tenantId, uris, reviewedSince());
      const sources = await this.deps.graph.sourceSnapshots(tx, tenantId, [...new Set(items.map(({ source_uid: uid }) => uid))]);
      // Units of several snapshots together would show some as gone that are not. The next snapshot queues this again.
      if (snapshot !== (await this.deps.graph.newestSnapshot(tx, tenantId))) return null;
      return { snapshot, sources, seen: new Map(units.map(({ identity, key, fingerprint }) => [`${identity.uri}\n${key}`, fingerprint])) };
    });
    if (!read) return;
    const { snapshot, sources, seen } = read;
    const overdue = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [now] = await readCampaigns(tx, tenantId, { id, lock: 'update' });
      if (!now) return 0;
      const items = await readItems(tx, tenantId, id, null, true);
      const entries = await applyChange(tx, tenantId, id, items, (item) => ({
        kind: 'OBSERVE',
        seen: {
          snapshot,
          sourceSnapshot: sources.get(item.source_uid) ?? 0,
          fingerprint: seen.get(`${item.identity_uri}\n${item.unit_id}`) ?? null,
        },
        ...{ start: start ?? 0, isOver, isClosed: now.state !== 'OPEN' },
      }));
      await updateCampaign(tx, tenantId, id, { checked_snapshot: Math.max(snapshot, now.checked_snapshot) });
      return entries.filter(({ kind }) => kind === 'OVERDUE').length;
    });
    await this.deps.woken(tenantId);
    if (overdue > 0) await this.deps.mails.queue(tenantId, id, 'OVERDUE', [campaign.created_by.toLowerCase(), campaign.fallback]);
  }

  async #remind(tenantId: string, campaign: StoredCampaign, today: string): Promise<void> {
    const { campaign_id: id, stage } = campaign;
    const due = dueReminder(stageEndsOn(campaign), today);
    if (due === null || !this.deps.mails.isOn) return;
    const waiting = await this.ctx.db.tenant(tenantId, async (tx) => {
      const log = await readLog(tx, tenantId, id);
      const reminded = new Set(
        log
          .filter(({ kind, detail }) => kind === 'REMINDED' && detail.about === 'DUE' && (detail.stage ?? 1) === stage && Number(detail.days) <= due)
          .map(({ detail }) => detail.to),
      );
      return (await readReviewerProgress(tx, tenantId, id)).filter(({ reviewer, open }) => open > 0 && !reminded.has(reviewer));
    });
    await this.deps.mails.queue(
      tenantId,
      id,
      'DUE',
      waiting.map(({ reviewer }) => reviewer),
      due,
    );
  }
}

/** Returns the reminder that is due on a day (YYYY-MM-DD), as days before the last one; null: none. */
export function dueReminder(dueOn: string, today: string): number | null {
  const left = daysBetween(today, dueOn);
  if (left < 0) return null;
  return REMINDERS.find((days) => left <= days) ?? null;
}
