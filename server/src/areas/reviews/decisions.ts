import { FAST_KEEPS, MIN_KEEP_REASON, type Api, type ReviewItem } from '@cam/contracts/server';
import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { type ApiError, conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import { changed, type ItemChange, type ItemStatus, type Refusal } from './item-state';
import { unknownCampaign } from './campaigns';
import type { ReviewsDependencies } from './service';
import { factsOf, statusOf, toItem } from './rows';
import {
  appendLog,
  countByUnit,
  keepsSince,
  readCampaigns,
  readItems,
  writeStatuses,
  type LogEntry,
  type StoredCampaign,
  type StoredItem,
} from './store';

export interface DecisionsDependencies {
  graph: Pick<GraphService, 'newestSnapshot'>;
  people: ReviewsDependencies['people'];
  woken: ReviewsDependencies['woken'];
}

type Decision = Api['POST /v1/campaigns/{campaign_id}/decisions']['body']['decisions'][number];
type ItemVersion = Api['POST /v1/campaigns/{campaign_id}/delegate']['body']['items'][number];

export interface ChangedItems {
  before: ReviewItem[];
  after: ReviewItem[];
}

/** The time over which keeps are counted, ms. */
const PACE = 60_000;

/** The decisions of reviewers: all of a call, or none. */
export class ReviewDecisions {
  constructor(
    private readonly ctx: Context,
    private readonly deps: DecisionsDependencies,
  ) {}

  /**
   * Keeps or revokes items, or takes decisions back.
   * @throws ApiError 409 if an item was changed meanwhile or the review is closed; 403 for items of other reviewers; 422 for a missing reason
   */
  async decide(tenantId: string, id: string, decisions: readonly Decision[], by: string): Promise<ChangedItems & { keeps: number }> {
    const at = new Date();
    const done = await this.ctx.db.tenant(tenantId, async (tx) => {
      const campaign = await openCampaign(tx, tenantId, id);
      const snapshot = await this.deps.graph.newestSnapshot(tx, tenantId);
      const wanted = new Map(decisions.map((one) => [one.item_id, one]));
      const result = await this.#change(tx, tenantId, campaign, decisions, (item) => {
        const { decision, reason = '' } = wanted.get(item.item_id) as Decision;
        return { kind: 'DECIDE', decision, reason, by, at, snapshot, isClosed: isClosed(campaign, item) };
      });
      const entries = result.changes.map(({ itemId, status: { state, reason, version, decidedSnapshot } }): LogEntry => {
        const detail = { decision: wanted.get(itemId)?.decision, state, reason, version, snapshot_id: decidedSnapshot };
        return { itemId, kind: 'DECIDED', at, actor: by, detail };
      });
      await appendLog(tx, tenantId, id, entries);
      const keeps = await keepsSince(tx, tenantId, id, by, new Date(at.getTime() - PACE));
      const isFast = keeps >= FAST_KEEPS && decisions.some(({ decision }) => decision === 'KEEP');
      if (isFast) await appendLog(tx, tenantId, id, [{ itemId: null, kind: 'PACE', at, actor: by, detail: { keeps } }]);
      return { ...result, keeps };
    });
    await this.deps.woken(tenantId);
    return done;
  }

  /**
   * Gives items to another reviewer.
   * @param mayDelegateAll the user may also give away items of others
   * @throws ApiError 422 if the new reviewer is no user or would review their own access; otherwise like `decide`
   */
  async delegate(
    tenantId: string,
    id: string,
    { items, to, reason = '' }: { items: readonly ItemVersion[]; to: string; reason?: string },
    { by, mayDelegateAll }: { by: string; mayDelegateAll: boolean },
  ): Promise<ChangedItems> {
    const email = to.trim().toLowerCase();
    const people = await this.deps.people(tenantId);
    if (people ? !people.some((one) => one.email.toLowerCase() === email) : !email.includes('@'))
      throw unprocessable('NOT_A_USER', `${email} is not a user with the right to read. Choose a user of this tenant.`);
    const at = new Date();
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const campaign = await openCampaign(tx, tenantId, id);
      const result = await this.#change(tx, tenantId, campaign, items, (item) => ({
        ...{ kind: 'DELEGATE', to: email, by, mayDelegateAll, isClosed: isClosed(campaign, item) },
      }));
      const from = new Map(result.before.map((item) => [item.item_id, item.reviewer]));
      const entries = result.changes.map(({ itemId, status: { version } }): LogEntry => {
        return { itemId, kind: 'DELEGATED', at, actor: by, detail: { from: from.get(itemId), to: email, reason: reason.trim(), version } };
      });
      await appendLog(tx, tenantId, id, entries);
      return result;
    });
  }

  async #change(
    tx: Tx,
    tenantId: string,
    { campaign_id: id }: StoredCampaign,
    wanted: readonly ItemVersion[],
    changeOf: (item: StoredItem) => ItemChange,
  ): Promise<ChangedItems & { changes: { itemId: number; status: ItemStatus }[] }> {
    const ids = [...new Set(wanted.map(({ item_id: itemId }) => itemId))];
    if (ids.length < wanted.length) throw unprocessable('ITEM_TWICE', 'The call names an item twice. Decide each item once.');
    const items = await readItems(tx, tenantId, id, ids, true);
    if (items.length < ids.length) throw notFound('An item does not exist in this review. Reload the page.');
    const versions = new Map(wanted.map(({ item_id: itemId, version }) => [itemId, version]));
    const outdated = items.filter(({ item_id: itemId, version }) => versions.get(itemId) !== version).map(({ item_id: itemId }) => itemId);
    if (outdated.length > 0)
      throw conflict('ITEM_CHANGED', 'Another user or a snapshot changed these items. Reload them and decide again.', { item_ids: outdated });
    const changes = items.map((item) => {
      const result = changed(statusOf(item), factsOf(item), changeOf(item));
      if ('refusal' in result) throw refused(result.refusal, item);
      return { itemId: item.item_id, status: result.status };
    });
    await writeStatuses(tx, tenantId, id, changes);
    const counts = await countByUnit(
      tx,
      tenantId,
      id,
      items.map(({ unit_key: key }) => key),
    );
    const described = (all: readonly StoredItem[]): ReviewItem[] => all.map((item) => toItem(item, counts.get(item.unit_key) ?? 1));
    return { before: described(items), after: described(await readItems(tx, tenantId, id, ids)), changes };
  }
}

/** Returns a campaign that stays open until the transaction ends, or a closed one. */
async function openCampaign(tx: Tx, tenantId: string, id: string): Promise<StoredCampaign> {
  const [campaign] = await readCampaigns(tx, tenantId, { id, lock: 'share' });
  if (!campaign) throw unknownCampaign();
  return campaign;
}

/** Returns whether an item takes no more decisions: its review or its stage is over. */
function isClosed({ state, stage }: StoredCampaign, item: StoredItem): boolean {
  return state !== 'OPEN' || item.stage < stage;
}

function refused(refusal: Refusal, { item_id: itemId, identity_name: identity, unit_name: unit }: StoredItem): ApiError {
  const item = `${identity}, ${unit}`;
  const details = { item_id: itemId };
  switch (refusal) {
    case 'CLOSED':
      return conflict('REVIEW_NOT_OPEN', 'This review or its stage is over, so nothing can be decided. Reload the page.');
    case 'ALREADY_GONE':
      return conflict('ALREADY_GONE', `This access is gone already: ${item}. Reload the page.`, details);
    case 'NOT_DECIDED':
      return conflict('NOT_DECIDED', `There is no decision to take back: ${item}. Reload the page.`, details);
    case 'NOT_REVIEWER':
      return forbidden(`You are not the reviewer of this item, or it is decided: ${item}. Ask its reviewer to delegate it.`, 'NOT_REVIEWER', details);
    case 'SELF_REVIEW':
      return unprocessable('SELF_REVIEW', `Nobody reviews their own access: ${item}. Choose another reviewer.`, details);
    case 'DECIDED_BEFORE':
      return unprocessable('DECIDED_BEFORE', `Each stage is decided by somebody else: ${item}. Choose another reviewer.`, details);
    case 'REASON_NEEDED':
      return unprocessable(
        'REASON_NEEDED',
        `To keep access to tier 0 without known use takes a reason of at least ${MIN_KEEP_REASON} characters: ${item}.`,
        details,
      );
  }
}
