import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  Campaign,
  CampaignState,
  ChangeEdit,
  OnSilence,
  ReviewersRule,
  ReviewItem,
  ReviewItemState,
  ReviewLogKind,
  ReviewStage,
  ReviewSuggestion,
  ReviewUnitKind,
} from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;
type Day = ColumnType<Date | string, string, string>;
type MaybeId = ColumnType<number | string | null, number | null, number | null>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An access review. */
export interface ReviewCampaignTable {
  tenant_id: string;
  campaign_id: string;
  name: string;
  query: string;
  max_tier: number;
  reviewers: Json<ReviewersRule>;
  fallback: string;
  /** The present stage, from 1, and the stages after the first one. */
  stage: Generated<number>;
  stages: Json<ReviewStage[]>;
  tickets: ColumnType<Campaign['tickets'], string | null | undefined, string | null>;
  /** Last day (UTC) for decisions, and the last one by which revoked units have to be gone. */
  due_on: Day;
  revoke_by: Day;
  on_silence: OnSilence;
  /** Last day (UTC) of the fallback; null: nothing was escalated. */
  escalated_until: ColumnType<Date | string | null, string | null | undefined, string | null>;
  state: CampaignState;
  failure: Generated<string>;
  snapshot_id: MaybeId;
  snapshot_time: MaybeTime;
  /** The newest snapshot whose units were compared with the items. */
  checked_snapshot: ColumnType<number | string, number | undefined, number>;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
  closed_by: ColumnType<string | null, string | null | undefined, string | null>;
  closed_at: MaybeTime;
  /** Months between two reviews; null: it does not repeat. */
  repeat_months: ColumnType<number | null, number | null | undefined, number | null>;
  /** Day (UTC) on which the next one starts; null: never, or it has started. */
  next_on: ColumnType<Date | string | null, string | null | undefined, string | null>;
}

/** A unit of an identity that somebody decides about. */
export interface ReviewItemTable {
  tenant_id: string;
  campaign_id: string;
  item_id: number;
  version: Generated<number>;
  identity_uri: string;
  identity_name: string;
  identity_type: string;
  identity_account: string;
  /** E-mail addresses of the identity, which may not review itself. */
  addresses: Json<string[]>;
  /** Names the unit of this identity in every snapshot. */
  unit_id: string;
  /** The same for all identities with the unit. */
  unit_key: string;
  unit_kind: ReviewUnitKind;
  unit_name: string;
  unit_uri: string;
  source_uid: string;
  action: string;
  edits: Json<ChangeEdit[]>;
  reach: Json<number[]>;
  may: Json<('READ' | 'WRITE' | 'ADMIN')[]>;
  only_here: number;
  used: number;
  last_used: string | null;
  use_doubt: string;
  fingerprint: string;
  suggestion: ReviewSuggestion;
  suggestion_reason: string;
  needs_reason: boolean;
  reviewer: string;
  reviewer_reason: string;
  stage: Generated<number>;
  /** Decisions of the stages before. */
  earlier: Json<ReviewItem['earlier']>;
  /** Reviewers of the stages after the first one. */
  later: Json<{ reviewer: string; reason: string }[]>;
  state: ReviewItemState;
  is_changed: Generated<boolean>;
  reason: Generated<string>;
  decided_by: Generated<string>;
  decided_at: MaybeTime;
  /** The newest snapshot when it was decided. */
  decided_snapshot: MaybeId;
  checked_snapshot: MaybeId;
  /** The newest snapshot when the ticket of the revocation was closed. */
  reported_snapshot: MaybeId;
}

/** Something that happened in a review. Rows are never changed. */
export interface ReviewLogTable {
  tenant_id: string;
  campaign_id: string;
  entry_id: GeneratedAlways<number>;
  /** Null: it concerns the whole review. */
  item_id: number | null;
  kind: ReviewLogKind;
  at: ColumnType<Date, Date, never>;
  /** Empty: CAM itself. */
  actor: string;
  detail: Json<Record<string, unknown>>;
}

interface ReviewTables {
  review_campaign: ReviewCampaignTable;
  review_item: ReviewItemTable;
  review_log: ReviewLogTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ReviewTables {}
}
