import { randomUUID } from 'node:crypto';
import {
  DEFAULT_REVOKE_DAYS,
  type Api,
  type Campaign,
  type CampaignPreview,
  type ReviewersRule,
  type ReviewItem,
  type ReviewUnitProgress,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, unprocessable } from '../../platform/http/errors';
import { describeCampaign, requireCampaign } from './campaigns';
import { dayAfter, dayIn, daysBetween, monthsAfter } from './days';
import { makeItems, previewOf, type CampaignScope } from './make-items';
import { ReviewPreparation, type ReviewPreparationDependencies } from './preparation';
import { toCampaign, toItem } from './rows';
import { checkRepeat, checkStages, nameInSeries, nextStart, startOf } from './schedule';
import { endStage } from './silence';
import {
  countByUnit,
  insertCampaign,
  listItems,
  readCampaigns,
  readNumbers,
  readReviewerProgress,
  readUnitProgress,
  updateCampaign,
  type ItemFilter,
} from './store';
import { ticketsOf, type ShownTickets, type SourceNames } from './tickets';

export interface ReviewsDependencies extends ReviewPreparationDependencies {
  tickets: ShownTickets & {
    /** @throws ApiError 404 for an unknown connection, 422 for one without tickets */
    requireTicketSystem(tx: Tx, tenantId: string, connectionId: string): Promise<void>;
  };
  sources: SourceNames;
  /** Looks at the reviews of a tenant soon. */
  watch: (tenantId: string) => Promise<void>;
}

type NewCampaign = Omit<Api['POST /v1/campaigns']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type NewScope = Pick<NewCampaign, 'query' | 'max_tier' | 'reviewers' | 'fallback' | 'stages'>;

/** Longest time until the last day of a review, days. */
const MOST_DAYS = 366;
const DEFAULT_PAGE = 50;

/** Starts access reviews, lists them, and ends them. */
export class ReviewsService {
  readonly #preparation: ReviewPreparation;

  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewsDependencies,
  ) {
    this.#preparation = new ReviewPreparation(ctx, deps);
  }

  /** Returns the users who can be reviewers; null if CAM does not manage the users. */
  people(tenantId: string): Promise<{ email: string; name: string }[] | null> {
    return this.deps.people(tenantId);
  }

  async list(tenantId: string, me: string): Promise<Campaign[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await readCampaigns(tx, tenantId);
      const numbersOf = await readNumbers(
        tx,
        tenantId,
        rows.map(({ campaign_id: id }) => id),
        me,
      );
      return rows.map((row) => toCampaign(row, numbersOf(row.campaign_id)));
    });
  }

  /** @throws ApiError 404 if it does not exist */
  async one(tenantId: string, id: string, me: string): Promise<Api['GET /v1/campaigns/{campaign_id}']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({
      campaign: await describeCampaign(tx, tenantId, id, me),
      reviewers: await readReviewerProgress(tx, tenantId, id),
      tickets: await ticketsOf(this.deps, tx, tenantId, id),
    }));
  }

  /** Counts the items of a review. @throws ApiError 422 for an invalid query, or a person who is no user */
  async preview(tenantId: string, scope: NewScope): Promise<CampaignPreview> {
    const checked = await this.#checkedScope(tenantId, scope);
    return previewOf(await makeItems(this.ctx, this.deps, tenantId, checked), checked.fallback);
  }

  /** Starts a review; a job makes its items. @throws ApiError 422 for an invalid query or day, or a person who is no user */
  async start(
    tenantId: string,
    { name, due_on, on_silence, revoke_days: days = DEFAULT_REVOKE_DAYS, repeat_months: months = null, tickets, ...scope }: NewCampaign,
    by: string,
  ): Promise<Campaign> {
    const checked = await this.#checkedScope(tenantId, scope);
    this.deps.queries.validate(checked.query);
    if (due_on < dayIn(0)) throw unprocessable('DUE_DAY_OVER', 'The last day is in the past. Choose today or a later day.');
    if (due_on > dayIn(MOST_DAYS)) throw unprocessable('DUE_DAY_FAR', `The last day is more than ${MOST_DAYS} days away. Choose an earlier day.`);
    checkStages(checked.stages, due_on);
    checkRepeat(due_on, months);
    const id = randomUUID();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      if (tickets) await this.deps.tickets.requireTicketSystem(tx, tenantId, tickets.connection_id);
      await insertCampaign(tx, {
        ...{ tenant_id: tenantId, campaign_id: id, name: name.trim(), query: checked.query, max_tier: checked.max_tier },
        ...{
          reviewers: JSON.stringify(checked.reviewers),
          fallback: checked.fallback,
          stages: JSON.stringify(checked.stages),
          due_on,
          revoke_by: dayAfter(due_on, days),
          on_silence,
        },
        ...{ state: 'PREPARING', snapshot_id: null, created_by: by, created_at: new Date() },
        ...{ repeat_months: months, next_on: months === null ? null : monthsAfter(dayIn(0), months) },
        tickets: tickets ? JSON.stringify(tickets) : null,
      });
    });
    await this.#preparation.queue(tenantId, id);
    return this.ctx.db.tenant(tenantId, (tx) => describeCampaign(tx, tenantId, id, by));
  }

  /** Lets a review repeat, or ends that. @throws ApiError 409 if the next review of the series has started */
  async repeat(tenantId: string, id: string, months: number | null, by: string): Promise<{ before: Campaign; after: Campaign }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await requireCampaign(tx, tenantId, id, 'update');
      const before = await describeCampaign(tx, tenantId, id, by);
      if (stored.repeat_months !== null && stored.next_on === null)
        throw conflict('SERIES_WENT_ON', 'The next review of this series has started. Change that one instead.');
      checkRepeat(stored.due_on, months, startOf(stored));
      const next = months === null ? null : nextStart(startOf(stored), months, dayIn(0));
      await updateCampaign(tx, tenantId, id, { repeat_months: months, next_on: next });
      return { before, after: await describeCampaign(tx, tenantId, id, by) };
    });
  }

  /** Starts the next review of each series that is due, with the settings of the last one. @param today YYYY-MM-DD, UTC */
  async startDue(tenantId: string, today = dayIn(0)): Promise<void> {
    const started = await this.ctx.db.tenant(tenantId, async (tx) => {
      const ids: string[] = [];
      for (const last of await readCampaigns(tx, tenantId, { lock: 'update' })) {
        if (last.next_on === null || last.repeat_months === null || last.next_on > today) continue;
        const id = randomUUID();
        const moved = (day: string): string => dayAfter(today, daysBetween(startOf(last), day));
        const due = moved(last.due_on);
        const stages = last.stages.map((stage) => ({ ...stage, starts_on: moved(stage.starts_on) }));
        await updateCampaign(tx, tenantId, last.campaign_id, { next_on: null });
        await insertCampaign(tx, {
          ...{ tenant_id: tenantId, campaign_id: id, name: nameInSeries(last.name, today), query: last.query, max_tier: last.max_tier },
          ...{
            reviewers: JSON.stringify(last.reviewers),
            fallback: last.fallback,
            stages: JSON.stringify(stages),
            due_on: due,
            on_silence: last.on_silence,
          },
          ...{ revoke_by: dayAfter(due, daysBetween(last.due_on, last.revoke_by)), state: 'PREPARING', snapshot_id: null },
          tickets: last.tickets && JSON.stringify(last.tickets),
          ...{ created_by: last.created_by, created_at: new Date(`${today}T00:00:00Z`), repeat_months: last.repeat_months },
          next_on: nextStart(last.next_on, last.repeat_months, today),
        });
        ids.push(id);
      }
      return ids;
    });
    for (const id of started) await this.#preparation.queue(tenantId, id);
  }

  /** Queues the items of reviews that a crash interrupted before they were queued. */
  resume(tenantId: string): Promise<void> {
    return this.#preparation.resume(tenantId);
  }

  async items(
    tenantId: string,
    id: string,
    filter: ItemFilter,
    { cursor = 0, limit = DEFAULT_PAGE }: { cursor?: number; limit?: number },
  ): Promise<{ items: ReviewItem[]; total: number; next: number | null }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await requireCampaign(tx, tenantId, id);
      const { items, ...page } = await listItems(tx, tenantId, id, filter, { after: cursor, limit });
      const counts = await countByUnit(
        tx,
        tenantId,
        id,
        items.map(({ unit_key: key }) => key),
      );
      return { items: items.map((item) => toItem(item, counts.get(item.unit_key) ?? 0)), ...page };
    });
  }

  async units(
    tenantId: string,
    id: string,
    { cursor = 0, limit = DEFAULT_PAGE }: { cursor?: number; limit?: number },
  ): Promise<{ units: ReviewUnitProgress[]; next: number | null }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await requireCampaign(tx, tenantId, id);
      return readUnitProgress(tx, tenantId, id, { after: cursor, limit });
    });
  }

  /** Ends the present stage of a review before its last day, and with the last stage the review. @throws ApiError 409 if it is not open */
  async close(tenantId: string, id: string, by: string): Promise<{ before: Campaign; after: Campaign }> {
    const { isNext, ...changed } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await describeCampaign(tx, tenantId, id, by);
      const stored = await requireCampaign(tx, tenantId, id, 'update');
      if (stored.state !== 'OPEN') throw conflict('REVIEW_NOT_OPEN', 'This review is not open. Reload the page.');
      const isNext = await endStage(tx, tenantId, stored, by);
      return { isNext, before, after: await describeCampaign(tx, tenantId, id, by) };
    });
    await this.deps.woken(tenantId);
    if (isNext) await this.deps.mails.tellReviewers(tenantId, id);
    else await this.deps.watch(tenantId);
    return changed;
  }

  async #checkedScope(tenantId: string, { query, max_tier = 3, reviewers, fallback, stages = [] }: NewScope): Promise<CampaignScope> {
    const rules = [reviewers, ...stages.map((stage) => stage.reviewers)].map(inLowerCase);
    const named = [fallback.trim().toLowerCase(), ...rules.flatMap((rule) => (rule.by === 'PEOPLE' ? rule.people : []))];
    const people = await this.deps.people(tenantId);
    const users = people && new Set(people.map(({ email }) => email.toLowerCase()));
    const unknown = users ? named.filter((email) => !users.has(email)) : named.filter((email) => !email.includes('@'));
    if (unknown.length > 0)
      throw unprocessable('NOT_A_USER', `Not a user with the right to read: ${unknown.join(', ')}. Choose users of this tenant.`, { unknown });
    const [first = reviewers, ...later] = rules;
    const further = stages.map((stage, index) => ({ ...stage, reviewers: later[index] ?? stage.reviewers }));
    return { query: query.trim(), max_tier, fallback: named[0] ?? '', reviewers: first, stages: further };
  }
}

const inLowerCase = (rule: ReviewersRule): ReviewersRule =>
  rule.by === 'PEOPLE' ? { by: 'PEOPLE', people: rule.people.map((email) => email.trim().toLowerCase()) } : rule;
