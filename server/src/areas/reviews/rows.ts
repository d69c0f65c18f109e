import type { Campaign, ReviewItem } from '@cam/contracts/server';
import type { ItemFacts, ItemStatus } from './item-state';
import { dayAfter } from './days';
import type { CampaignNumbers, StoredCampaign, StoredItem } from './store';

const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));

/** The first stage whose reviewers are among the later ones. */
const FIRST_LATER = 2;

export function statusOf(item: StoredItem): ItemStatus {
  return {
    ...{
      state: item.state,
      version: item.version,
      stage: item.stage,
      earlier: item.earlier,
      reviewer: item.reviewer,
      isChanged: item.is_changed,
      reason: item.reason,
    },
    ...{ decidedBy: item.decided_by, decidedAt: item.decided_at === null ? null : new Date(item.decided_at) },
    ...{ decidedSnapshot: numberOf(item.decided_snapshot), checkedSnapshot: numberOf(item.checked_snapshot) },
    reportedSnapshot: numberOf(item.reported_snapshot),
  };
}

export function factsOf({ addresses, needs_reason: needs, fingerprint }: StoredItem): ItemFacts {
  return { addresses, needsReason: needs, fingerprint };
}

/** Returns an item for users. @param identities the number of items about its unit */
export function toItem(item: StoredItem, identities: number): ReviewItem {
  const { identity_uri: uri, identity_name: name, identity_type: type, identity_account: account_id } = item;
  const unit = { key: item.unit_key, kind: item.unit_kind, name: item.unit_name, uri: item.unit_uri, identities };
  const {
    item_id,
    version,
    action,
    source_uid,
    edits,
    reach,
    may,
    only_here,
    used,
    last_used,
    use_doubt,
    suggestion,
    suggestion_reason,
    needs_reason,
  } = item;
  const { stage, earlier, reviewer, state, is_changed, reason, decided_by } = item;
  return {
    ...{
      item_id,
      version,
      identity: { uri, name, type, account_id },
      unit,
      action,
      source_uid,
      edits,
      reach,
      may,
      only_here,
      used,
      last_used,
      use_doubt,
    },
    ...{ suggestion, suggestion_reason, needs_reason, stage, earlier, reviewer, state, is_changed, reason, decided_by },
    reviewer_reason: item.later[stage - FIRST_LATER]?.reason ?? item.reviewer_reason,
    decided_at: item.decided_at === null ? null : new Date(item.decided_at).toISOString(),
    is_reported: item.reported_snapshot !== null,
    checked_snapshot: numberOf(item.checked_snapshot),
  };
}

/** Returns the last day (UTC) for decisions of the present stage. */
export function stageEndsOn({ stage, stages, due_on: dueOn, escalated_until: until }: StoredCampaign): string {
  const next = stages[stage - 1];
  return next ? dayAfter(next.starts_on, -1) : (until ?? dueOn);
}

export function toCampaign(row: StoredCampaign, { counts, reviewers: people, mine }: CampaignNumbers): Campaign {
  const { campaign_id, name, query, max_tier, reviewers, fallback, due_on, revoke_by, on_silence, escalated_until, state, failure } = row;
  return {
    ...{ campaign_id, name, query, max_tier, reviewers, fallback, due_on, revoke_by, on_silence, escalated_until, state, failure },
    ...{ stages: row.stages, stage: row.stage, stage_ends_on: stageEndsOn(row), tickets: row.tickets },
    ...{ snapshot_id: row.snapshot_id, snapshot_time: row.snapshot_time === null ? null : new Date(row.snapshot_time).toISOString() },
    ...{
      created_by: row.created_by,
      created_at: new Date(row.created_at).toISOString(),
      closed_by: row.closed_by,
      repeat_months: row.repeat_months,
      next_on: row.next_on,
    },
    closed_at: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
    ...{ counts, reviewers_count: people, mine },
  };
}
