import { MOST_REVIEW_ITEMS, type Campaign, type CampaignPreview } from '@cam/contracts/server';
import { KIND_BITS, type GraphService, type ReviewUnitWithUse } from '../../graph';
import type { Context } from '../../platform/context';
import { conflict, unprocessable } from '../../platform/http/errors';
import { assignReviewers, type Assignment } from './assign-reviewers';
import type { StoredItem } from './store';
import { needsReason, REVIEWED_DAYS, suggestions } from './suggest';

/** The scope and the reviewers of a campaign. */
export type CampaignScope = Pick<Campaign, 'query' | 'max_tier' | 'reviewers' | 'fallback' | 'stages'>;

export interface MakeItemsDependencies {
  graph: Pick<GraphService, 'reviewUnits' | 'newestSnapshot'>;
  queries: {
    /** @throws ApiError 422 for an invalid query */
    validate(input: string): void;
    subjects(tenantId: string, input: string, accountId: string | null): Promise<{ uri: string }[]>;
  };
  /** Returns the users who may review; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string; name: string }[] | null>;
}

/** Items with the snapshot that they were made from. */
export interface MadeItems {
  items: Omit<StoredItem, 'tenant_id' | 'campaign_id'>[];
  snapshotId: number;
}

/** Attempts to read the units of one snapshot while imports publish others. */
const ATTEMPTS = 3;
const DAY_MS = 86_400_000;

/** Returns the start of the days whose use counts, ISO 8601. */
export function reviewedSince(): string {
  return new Date(Date.now() - REVIEWED_DAYS * DAY_MS).toISOString();
}

/**
 * Makes the items of a campaign from the newest snapshot, important units first and the items of one unit together.
 * @throws ApiError 422 for an invalid query, or more items than a campaign can have; 409 while imports keep changing the graph
 */
export async function makeItems(ctx: Context, deps: MakeItemsDependencies, tenantId: string, scope: CampaignScope): Promise<MadeItems> {
  const { units, snapshotId } = await readUnits(ctx, deps, tenantId, scope.query);
  const wanted = ordered(units.filter(({ reach }) => reach.slice(0, scope.max_tier + 1).some((count) => count > 0)));
  if (wanted.length > MOST_REVIEW_ITEMS)
    throw unprocessable(
      'TOO_MANY_ITEMS',
      `This makes ${wanted.length} items, and a review has at most ${MOST_REVIEW_ITEMS}. Narrow the query or review only the important tiers.`,
    );
  const users = await deps.people(tenantId);
  const emails = users && new Set(users.map(({ email }) => email.toLowerCase()));
  const toAssign = wanted.map((unit) => ({
    unitKey: unit.sharedKey,
    addresses: unit.identity.addresses,
    identityAttributes: unit.identity.attributes,
    unitAttributes: unit.attributes,
  }));
  const [assigned = [], ...later] = [scope, ...scope.stages].map(({ reviewers }) =>
    assignReviewers(toAssign, { reviewers, fallback: scope.fallback }, (email) => emails === null || emails.has(email)),
  );
  const suggested = suggestions(
    wanted.map(({ sharedKey, identity, reach, used, lastUsed, doubt }) => ({
      ...{ unitKey: sharedKey, identityUri: identity.uri, reach, used, lastUsed, doubt },
      team: typeof identity.attributes.department === 'string' ? identity.attributes.department : '',
    })),
  );
  const items = wanted.map((unit, index) =>
    toRow(
      unit,
      index + 1,
      { ...(assigned[index] ?? NOBODY), later: later.map((stage) => stage[index] ?? NOBODY) },
      suggested[index] ?? NO_SUGGESTION,
    ),
  );
  return { items, snapshotId };
}

async function readUnits(
  ctx: Context,
  { graph, queries }: MakeItemsDependencies,
  tenantId: string,
  query: string,
): Promise<{ units: ReviewUnitWithUse[]; snapshotId: number }> {
  queries.validate(query);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const uris = (await queries.subjects(tenantId, query, null)).map(({ uri }) => uri);
    const read = await ctx.db.tenant(tenantId, async (tx) => {
      const snapshotId = await graph.newestSnapshot(tx, tenantId);
      const units = await graph.reviewUnits(tx, tenantId, uris, reviewedSince());
      return snapshotId === (await graph.newestSnapshot(tx, tenantId)) ? { units, snapshotId } : null;
    });
    if (read) return read;
  }
  throw conflict('GRAPH_CHANGING', 'Imports are updating the graph. Try again when they end.');
}

/** Orders units by the most important tier that any identity reaches by them, and keeps the identities of a unit together. */
function ordered(units: readonly ReviewUnitWithUse[]): ReviewUnitWithUse[] {
  const tiers = new Map<string, number>();
  for (const { sharedKey, reach } of units) {
    const tier = reach.findIndex((count) => count > 0);
    tiers.set(sharedKey, Math.min(tiers.get(sharedKey) ?? 4, tier < 0 ? 4 : tier));
  }
  const keyOf = (unit: ReviewUnitWithUse): string => [tiers.get(unit.sharedKey), unit.name, unit.sharedKey, unit.identity.name, unit.key].join('\n');
  return units
    .map((unit) => ({ unit, key: keyOf(unit) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ unit }) => unit);
}

type Assigned = Assignment & { later: Assignment[] };
const NOBODY: Assignment = { reviewer: '', reason: '' };
const NO_SUGGESTION: Suggested = { suggestion: 'NONE', reason: '' };
type Suggested = ReturnType<typeof suggestions>[number];

function toRow(unit: ReviewUnitWithUse, itemId: number, { reviewer, reason, later }: Assigned, suggested: Suggested): MadeItems['items'][number] {
  const { identity, reach, used } = unit;
  const kinds = [...unit.classes.values()].reduce((all, one) => all | one, 0);
  return {
    ...{ item_id: itemId, version: 1, identity_uri: identity.uri, identity_name: identity.name, identity_type: identity.type },
    ...{ identity_account: identity.accountId, addresses: identity.addresses, unit_id: unit.key, unit_key: unit.sharedKey, unit_kind: unit.kind },
    ...{ unit_name: unit.name, unit_uri: unit.uri, source_uid: unit.sourceUid, action: unit.action, edits: unit.edits, reach },
    may: (['READ', 'WRITE', 'ADMIN'] as const).filter((kind) => (kinds & KIND_BITS[kind]) !== 0),
    ...{ only_here: unit.onlyHere, used, last_used: unit.lastUsed, use_doubt: unit.doubt, fingerprint: unit.fingerprint },
    ...{ suggestion: suggested.suggestion, suggestion_reason: suggested.reason, needs_reason: needsReason({ reach, used }) },
    ...{
      reviewer,
      reviewer_reason: reason,
      stage: 1,
      earlier: [],
      later,
      state: 'OPEN',
      is_changed: false,
      reason: '',
      decided_by: '',
      decided_at: null,
    },
    ...{ decided_snapshot: null, checked_snapshot: null, reported_snapshot: null },
  };
}

/** Counts items for a preview. */
export function previewOf({ items }: MadeItems, fallback: string): CampaignPreview {
  const perReviewer = new Map<string, number>();
  for (const { reviewer } of items) if (reviewer !== '') perReviewer.set(reviewer, (perReviewer.get(reviewer) ?? 0) + 1);
  const suggested = { KEEP: 0, REVOKE: 0, LOOK: 0, NONE: 0 };
  for (const { suggestion } of items) suggested[suggestion]++;
  return {
    items: items.length,
    identities: new Set(items.map(({ identity_uri: uri }) => uri)).size,
    units: new Set(items.map(({ unit_key: key }) => key)).size,
    without_reviewer: items.filter(({ reviewer }) => reviewer === '').length,
    by_fallback: items.filter(({ reviewer, reviewer_reason: reason }) => reviewer === fallback.toLowerCase() && reason.startsWith('Fallback')).length,
    reviewers: [...perReviewer]
      .map(([reviewer, count]) => ({ reviewer, items: count }))
      .sort((a, b) => b.items - a.items || (a.reviewer < b.reviewer ? -1 : 1)),
    suggestions: suggested,
  };
}
