import type { ReviewTicket, TicketBrief, TicketsPer } from '@cam/contracts/server';
import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { ApiError } from '../../platform/http/errors';
import { plain } from '../notifications';
import type { Block, Phase, TicketMatter } from '../tickets';
import { applyChange } from './apply-change';
import { readCampaigns, readDecided, readItems, type StoredCampaign, type StoredItem } from './store';

/** Makes tickets about reviews. */
export interface MadeTickets {
  /** Makes a ticket soon, unless there is one. */
  makeAbout(tenantId: string, connectionId: string, kind: 'REVIEW', key: string): Promise<void>;
}

/** Returns the tickets about reviews. */
export interface ShownTickets {
  about(tx: Tx, tenantId: string, kind: 'REVIEW', keys: readonly string[]): Promise<ReadonlyMap<string, TicketBrief>>;
}

export interface SourceNames {
  accountsOf(tx: Tx, tenantId: string): Promise<{ uid: string; account_name: string }[]>;
}

interface ReviewTicketDependencies {
  graph: Pick<GraphService, 'newestSnapshot'>;
  sources: SourceNames;
}

/** The comments of CAM on tickets about revocations. */
const WORDS: TicketMatter['words'] = {
  CLOSE: 'CAM: snapshots no longer show any of this access.',
  REOPEN: 'CAM: a snapshot still shows access of this ticket, so it is open again.',
  SAY_REMEDIATED: 'CAM: the revocations are reported as carried out. The next snapshot shows whether the access is gone.',
  SAY_DISMISSED: 'CAM: the access is no longer watched.',
  SAY_BACK: 'CAM: a snapshot shows access of this ticket again.',
};

/** Limit of a title, characters. ServiceNow allows 160, the others more. */
const LONGEST_TITLE = 150;
/** Revocations that a ticket lists; the console lists all. */
const MOST = 50;

/** Returns what tickets about revocations of access reviews say, and when they are done. */
export function reviewTickets(ctx: Context, { graph, sources }: ReviewTicketDependencies): TicketMatter {
  return {
    words: WORDS,
    content: (tenantId, key) =>
      ctx.db.tenant(tenantId, async (tx) => {
        const { campaignId, group } = partsOf(key);
        const [campaign] = await readCampaigns(tx, tenantId, { id: campaignId });
        if (!campaign?.tickets) return null;
        const items = (await waitingItems(tx, tenantId, campaign)).get(group) ?? [];
        const name = (await namesOf(sources, tx, tenantId, campaign.tickets.per))(group);
        return { title: plain(`Revoke access: ${campaign.name}, ${name}`, LONGEST_TITLE), blocks: blocksOf(campaign, name, items, ctx.publicUrl) };
      }),
    phases: async (tx, tenantId, keys) => {
      const phases = new Map<string, Phase>();
      for (const [campaignId, parts] of groupBy(keys.map(partsOf), ({ campaignId: id }) => id)) {
        const [campaign] = await readCampaigns(tx, tenantId, { id: campaignId });
        const waiting = campaign?.tickets ? await waitingItems(tx, tenantId, campaign) : new Map<string, StoredItem[]>();
        for (const { group } of parts) phases.set(keyOf(campaignId, group), phaseOf(waiting.get(group) ?? []));
      }
      return phases;
    },
    reported: (tenantId, key, by) =>
      ctx.db.tenant(tenantId, async (tx) => {
        const { campaignId, group } = partsOf(key);
        const [campaign] = await readCampaigns(tx, tenantId, { id: campaignId, lock: 'update' });
        if (!campaign?.tickets) return;
        const ids = ((await waitingItems(tx, tenantId, campaign)).get(group) ?? []).map(({ item_id: id }) => id);
        if (ids.length === 0) return;
        const items = await readItems(tx, tenantId, campaignId, ids, true);
        const snapshot = await graph.newestSnapshot(tx, tenantId);
        await applyChange(tx, tenantId, campaignId, items, () => ({ kind: 'REPORT', snapshot }), by);
      }),
  };
}

/** Makes a ticket for each source, or each reviewer, whose revocations of a closed review wait to be carried out. */
export async function makeTickets(ctx: Context, tickets: MadeTickets, tenantId: string, { campaign_id: id }: StoredCampaign): Promise<void> {
  const due = await ctx.db.tenant(tenantId, async (tx) => {
    const [campaign] = await readCampaigns(tx, tenantId, { id });
    if (campaign?.state !== 'CLOSED' || !campaign.tickets) return null;
    return { connection: campaign.tickets.connection_id, groups: [...(await waitingItems(tx, tenantId, campaign)).keys()] };
  });
  if (!due) return;
  for (const group of due.groups) {
    await tickets.makeAbout(tenantId, due.connection, 'REVIEW', keyOf(id, group)).catch((error: unknown) => {
      // The connection was deleted. The review lists what is to be revoked.
      if (!(error instanceof ApiError)) throw error;
      ctx.log.warn({ tenantId, campaignId: id, message: error.userMessage }, 'no ticket could be made about an access review');
    });
  }
}

/** Returns the tickets of a review with the names of their sources or reviewers. */
export async function ticketsOf(
  { tickets, sources }: { tickets: ShownTickets; sources: SourceNames },
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<ReviewTicket[]> {
  const [campaign] = await readCampaigns(tx, tenantId, { id });
  if (!campaign?.tickets) return [];
  const { per } = campaign.tickets;
  const groups = [...new Set((await readDecided(tx, tenantId, id, ['REVOKED', 'OVERDUE', 'DONE'])).map((item) => groupOf(item, per)))];
  const found = await tickets.about(
    tx,
    tenantId,
    'REVIEW',
    groups.map((group) => keyOf(id, group)),
  );
  const nameOf = await namesOf(sources, tx, tenantId, per);
  return groups.flatMap((group) => {
    const ticket = found.get(keyOf(id, group));
    return ticket ? [{ name: nameOf(group), ...ticket }] : [];
  });
}

const keyOf = (campaignId: string, group: string): string => `${campaignId} ${group}`;

function partsOf(key: string): { campaignId: string; group: string } {
  const end = key.indexOf(' ');
  return { campaignId: key.slice(0, end), group: key.slice(end + 1) };
}

const groupOf = ({ source_uid: uid, decided_by: by }: Pick<StoredItem, 'source_uid' | 'decided_by'>, per: TicketsPer): string =>
  per === 'SOURCE' ? uid : by;

/** Returns the revocations that wait for a snapshot, by source or reviewer. */
async function waitingItems(tx: Tx, tenantId: string, { campaign_id: id, tickets }: StoredCampaign): Promise<Map<string, StoredItem[]>> {
  return groupBy(await readDecided(tx, tenantId, id, ['REVOKED', 'OVERDUE']), (item) => groupOf(item, tickets?.per ?? 'SOURCE'));
}

async function namesOf(sources: SourceNames, tx: Tx, tenantId: string, per: TicketsPer): Promise<(group: string) => string> {
  if (per === 'REVIEWER') return (email) => email;
  const names = new Map((await sources.accountsOf(tx, tenantId)).map(({ uid, account_name: name }) => [uid, name]));
  return (uid) => names.get(uid) ?? uid;
}

function phaseOf(waiting: readonly StoredItem[]): Phase {
  if (waiting.length === 0) return 'GONE';
  return waiting.every(({ reported_snapshot: snapshot }) => snapshot !== null) ? 'REMEDIATED' : 'OPEN';
}

function blocksOf(
  { campaign_id: id, name: review, revoke_by: by }: StoredCampaign,
  name: string,
  items: readonly StoredItem[],
  origin: string,
): Block[] {
  const left = items.length - MOST;
  return [
    {
      kind: 'text',
      text: `The access review "${plain(review)}" revoked access (${plain(name)}): ${items.length === 1 ? '1 change' : `${items.length} changes`}, to be carried out by ${by}.`,
    },
    { kind: 'link', text: 'Open the review in CAM', url: `${origin}/reviews/${encodeURIComponent(id)}?show=items` },
    { kind: 'heading', text: 'Changes' },
    {
      kind: 'list',
      items: items.slice(0, MOST).map(({ action, decided_by: who, reason }) => ({
        text: `${plain(action)} (revoked by ${plain(who)}${reason === '' ? '' : `: ${plain(reason)}`})`,
      })),
    },
    ...(left > 0 ? ([{ kind: 'text', text: `And ${left} more in CAM.` }] as const) : []),
    {
      kind: 'text',
      text: 'CAM closes this ticket when snapshots no longer show any of this access. Closing it here reports the changes as carried out until the next snapshot decides.',
    },
  ];
}
