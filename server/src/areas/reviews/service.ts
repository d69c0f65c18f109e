import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DEFAULT_REVOKE_DAYS,
  type Api,
  type Campaign,
  type CampaignPreview,
  type ReviewersRule,
  type ReviewItem,
  type ReviewStage,
  type ReviewUnitProgress,
} from '@cam/contracts/server';
import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { ApiError, conflict, notFound, unprocessable } from '../../platform/http/errors';
import { dayAfter, dayIn, daysBetween, monthsAfter } from './days';
import type { FileReply } from '../../platform/http/file-reply';
import type { ProofsService } from '../proofs';
import { claimsOf, type ReviewedItem } from './claims';
import { evidenceFile, fileNameOf, filesOf } from './evidence';
import { makeItems, previewOf, type CampaignScope, type MakeItemsDependencies } from './make-items';
import type { ReviewMails } from './mails';
import { endStage } from './silence';
import { ticketsOf, type ShownTickets, type SourceNames } from './tickets';
import { toCampaign, toItem } from './rows';
import {
  appendLog,
  countByUnit,
  insertCampaign,
  insertItems,
  listItems,
  readCampaigns,
  readItems,
  readLog,
  readNumbers,
  readReviewerProgress,
  readUnitProgress,
  updateCampaign,
  type ItemFilter,
  type LogEntry,
  type StoredCampaign,
} from './store';

export interface ReviewsDependencies extends MakeItemsDependencies {
  graph: Pick<GraphService, 'reviewUnits' | 'newestSnapshot' | 'snapshotTime' | 'sourceSnapshots' | 'resourcesOfUnits'>;
  proofs: Pick<ProofsService, 'proofsOf'>;
  mails: Pick<ReviewMails, 'tellReviewers'>;
  tickets: ShownTickets & {
    /** @throws ApiError 404 for an unknown connection, 422 for one without tickets */
    requireTicketSystem(tx: Tx, tenantId: string, connectionId: string): Promise<void>;
  };
  sources: SourceNames;
  /** Looks at the reviews of a tenant soon. */
  watch: (tenantId: string) => Promise<void>;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

type NewCampaign = Omit<Api['POST /v1/campaigns']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type NewScope = Pick<NewCampaign, 'query' | 'max_tier' | 'reviewers' | 'fallback' | 'stages'>;

const JOB = 'reviews.prepare';
/** Longest time until the last day of a review, days. */
const MOST_DAYS = 366;
const DEFAULT_PAGE = 50;

/** Starts access reviews, lists them, and ends them. */
export class ReviewsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewsDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, campaignId }: { tenantId: string; campaignId: string }) => this.#prepare(tenantId, campaignId), {
      lost: ({ tenantId, campaignId }) => this.#fail(tenantId, campaignId, 'Its items could not be made. Start the review again.'),
    });
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
      campaign: await this.#described(tx, tenantId, id, me),
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
    await this.#queue(tenantId, id);
    return this.ctx.db.tenant(tenantId, (tx) => this.#described(tx, tenantId, id, by));
  }

  /** Lets a review repeat, or ends that. @throws ApiError 409 if the next review of the series has started */
  async repeat(tenantId: string, id: string, months: number | null, by: string): Promise<{ before: Campaign; after: Campaign }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await this.#stored(tx, tenantId, id, 'update');
      const before = await this.#described(tx, tenantId, id, by);
      if (stored.repeat_months !== null && stored.next_on === null)
        throw conflict('SERIES_WENT_ON', 'The next review of this series has started. Change that one instead.');
      checkRepeat(stored.due_on, months, startOf(stored));
      const next = months === null ? null : nextStart(startOf(stored), months, dayIn(0));
      await updateCampaign(tx, tenantId, id, { repeat_months: months, next_on: next });
      return { before, after: await this.#described(tx, tenantId, id, by) };
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
    for (const id of started) await this.#queue(tenantId, id);
  }

  /** Queues the items of reviews that a crash interrupted before they were queued. */
  async resume(tenantId: string): Promise<void> {
    const rows = await this.ctx.db.tenant(tenantId, (tx) => readCampaigns(tx, tenantId));
    for (const { campaign_id: id, state } of rows) if (state === 'PREPARING') await this.#queue(tenantId, id);
  }

  async items(
    tenantId: string,
    id: string,
    filter: ItemFilter,
    { cursor = 0, limit = DEFAULT_PAGE }: { cursor?: number; limit?: number },
  ): Promise<{ items: ReviewItem[]; total: number; next: number | null }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await this.#stored(tx, tenantId, id);
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
      await this.#stored(tx, tenantId, id);
      return readUnitProgress(tx, tenantId, id, { after: cursor, limit });
    });
  }

  /** Ends the present stage of a review before its last day, and with the last stage the review. @throws ApiError 409 if it is not open */
  async close(tenantId: string, id: string, by: string): Promise<{ before: Campaign; after: Campaign }> {
    const { isNext, ...changed } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await this.#described(tx, tenantId, id, by);
      const stored = await this.#stored(tx, tenantId, id, 'update');
      if (stored.state !== 'OPEN') throw conflict('REVIEW_NOT_OPEN', 'This review is not open. Reload the page.');
      const isNext = await endStage(tx, tenantId, stored, by);
      return { isNext, before, after: await this.#described(tx, tenantId, id, by) };
    });
    await this.deps.woken(tenantId);
    if (isNext) await this.deps.mails.tellReviewers(tenantId, id);
    else await this.deps.watch(tenantId);
    return changed;
  }

  /** Returns the evidence as a zip. @throws ApiError 409 while the items are made */
  async evidence(tenantId: string, id: string): Promise<{ fileName: string; contentType: string; buffer: Buffer }> {
    const { campaign, items, log } = await this.#reviewed(tenantId, id);
    return evidenceFile(
      campaign,
      items.map(({ item }) => item),
      log,
    );
  }

  /** Returns the evidence with proofs, as a stream. @throws ApiError 409 while the items are made */
  async provenEvidence(tenantId: string, id: string): Promise<FileReply> {
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
      const stored = await this.#stored(tx, tenantId, id, 'share');
      if (stored.snapshot_id === null) throw conflict('REVIEW_NOT_READY', 'The items of this review are not made yet. Try again in a minute.');
      return {
        campaign: await this.#described(tx, tenantId, id, ''),
        items: await readItems(tx, tenantId, id, null),
        log: await readLog(tx, tenantId, id),
      };
    });
    const identities = new Map<string, number>();
    for (const { unit_key: key } of items) identities.set(key, (identities.get(key) ?? 0) + 1);
    return { campaign, items: items.map((stored) => ({ stored, item: toItem(stored, identities.get(stored.unit_key) ?? 0) })), log };
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

  async #queue(tenantId: string, campaignId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId, campaignId }, { singletonKey: `review ${campaignId}` });
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

  async #stored(tx: Tx, tenantId: string, id: string, lock?: 'update' | 'share'): Promise<StoredCampaign> {
    const [stored] = await readCampaigns(tx, tenantId, { id, ...(lock ? { lock } : {}) });
    if (!stored) throw unknownCampaign();
    return stored;
  }

  async #described(tx: Tx, tenantId: string, id: string, me: string): Promise<Campaign> {
    const stored = await this.#stored(tx, tenantId, id);
    return toCampaign(stored, (await readNumbers(tx, tenantId, [id], me))(id));
  }
}

export function unknownCampaign() {
  return notFound('This access review does not exist. Reload the list.');
}

/** Returns the day on which a review started. */
const startOf = ({ created_at: at }: Pick<StoredCampaign, 'created_at'>): string => new Date(at).toISOString().slice(0, 10);

/** Returns the first day of a series after today. Days that passed while the server was off are left out. */
function nextStart(from: string, months: number, today: string): string {
  let next = monthsAfter(from, months);
  for (let count = 2; next <= today; count++) next = monthsAfter(from, months * count);
  return next;
}

/** Names a review of a series after the day on which it starts. */
function nameInSeries(name: string, day: string): string {
  return `${name.replace(/ \(\d{4}-\d{2}-\d{2}\)$/, '').slice(0, 180)} (${day})`;
}

const inLowerCase = (rule: ReviewersRule): ReviewersRule =>
  rule.by === 'PEOPLE' ? { by: 'PEOPLE', people: rule.people.map((email) => email.trim().toLowerCase()) } : rule;

/** @throws ApiError 422 if a stage has no day */
function checkStages(stages: readonly ReviewStage[], dueOn: string): void {
  let first = dayIn(0);
  for (const { starts_on: day } of stages) {
    if (day <= first || day > dueOn)
      throw unprocessable(
        'STAGE_WITHOUT_DAYS',
        `Each stage needs a day of its own. Let this one start after ${first}, and on ${dueOn} at the latest.`,
      );
    first = day;
  }
}

/** @throws ApiError 422 if the next review would start before the last day of this one */
function checkRepeat(dueOn: string, months: number | null, start = dayIn(0)): void {
  if (months !== null && monthsAfter(start, months) <= dueOn)
    throw unprocessable(
      'REPEATS_TOO_OFTEN',
      'The next review would start before the last day of this one. Choose an earlier last day, or more months.',
    );
}
