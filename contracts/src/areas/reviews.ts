import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import {
  CAMPAIGN_STATES,
  DEFAULT_REVOKE_DAYS,
  MOST_DECISIONS,
  MOST_FURTHER_STAGES,
  ON_SILENCE,
  REPEAT_MONTHS,
  REVIEW_DECISIONS,
  REVIEW_ITEM_STATES,
  REVIEW_SUGGESTIONS,
  REVIEW_UNIT_KINDS,
  STAGE_TAKES,
  TICKETS_PER,
} from '../review-vocabulary';
import { StringEnum } from '../vocabulary';
import { OneDownload } from './downloads';
import { TicketBrief } from './tickets';
import { ChangeEdit } from './what-if';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

const Email = Type.String({ minLength: 3, maxLength: 320, description: 'email address of a user of the tenant' });
const Day = Type.String({ format: 'date', description: 'last day, UTC' });
const Time = Type.String({ description: 'ISO 8601' });
const MaybeTime = Type.Union([Time, Type.Null()]);
const MaybeText = Type.Union([Type.String(), Type.Null()]);
const closed = { additionalProperties: false };
const RepeatMonths = Type.Union([...REPEAT_MONTHS.map((months) => Type.Literal(months)), Type.Null()], {
  description: 'months between two reviews of the series; null: it does not repeat',
});

/** The rule that finds the reviewer of an item. The fallback gets what has no reviewer, and what would be reviewed by its own identity. */
export const ReviewersRule = Type.Union([
  Type.Object(
    { by: Type.Literal('PEOPLE'), people: Type.Array(Email, { minItems: 1, maxItems: 200, uniqueItems: true }) },
    { ...closed, description: 'these users, with about as many items each; one unit has one reviewer' },
  ),
  Type.Object(
    { by: Type.Literal('TAG'), tag: Type.String({ minLength: 1, maxLength: 200 }) },
    { ...closed, description: 'the email address in this tag of the group, policy or resource, or else of the identity' },
  ),
  Type.Object(
    { by: Type.Literal('ATTRIBUTE'), attribute: Type.String({ minLength: 1, maxLength: 200 }) },
    { ...closed, description: 'the email address in this attribute of the identity, such as its manager' },
  ),
]);
export type ReviewersRule = Static<typeof ReviewersRule>;

/** A further stage of a review: other reviewers decide items again after the stage before. */
export const ReviewStage = Type.Object(
  {
    starts_on: Type.String({ format: 'date', description: 'first day of the stage, UTC; the stage before ends on the day before' }),
    reviewers: ReviewersRule,
    takes: StringEnum(STAGE_TAKES),
  },
  { ...closed, description: '`takes` names the decisions of the stage before that it decides again; items without a decision always go on' },
);
export type ReviewStage = Static<typeof ReviewStage>;

const Tickets = Type.Object(
  { connection_id: Type.String({ maxLength: 100 }), per: StringEnum(TICKETS_PER) },
  { ...closed, description: 'connection in which revocations become tickets when the review closes, one for each source or each reviewer' },
);

const scopeFields = {
  query: Type.String({ minLength: 1, maxLength: 4000, description: 'query whose identities are reviewed' }),
  max_tier: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3, description: 'only units that reach this tier or a more important one; 3, the default: all' }),
  ),
  reviewers: ReviewersRule,
  fallback: Email,
};

const Counts = Type.Object({
  items: Type.Integer(),
  open: Type.Integer(),
  kept: Type.Integer(),
  revoked: Type.Integer({ description: 'wait for a snapshot without the unit' }),
  done: Type.Integer({ description: 'a snapshot shows that the unit is gone' }),
  overdue: Type.Integer(),
  gone: Type.Integer(),
  proposed: Type.Integer(),
  undecided: Type.Integer(),
});
export type ReviewCounts = Static<typeof Counts>;

/** A review of access by the people who answer for it. */
export const Campaign = Type.Object({
  campaign_id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  max_tier: Type.Integer(),
  reviewers: ReviewersRule,
  fallback: Type.String(),
  stages: Type.Array(ReviewStage, { description: 'stages after the first one, in order' }),
  stage: Type.Integer({ description: 'number of the present stage; 1 is the first' }),
  stage_ends_on: Type.String({ description: 'last day for decisions of the present stage, UTC' }),
  due_on: Type.String({ description: 'last day for decisions of the last stage, UTC' }),
  revoke_by: Type.String({ description: 'day (UTC) by which a snapshot has to show that revoked units are gone' }),
  on_silence: StringEnum(ON_SILENCE),
  escalated_until: MaybeText,
  state: StringEnum(CAMPAIGN_STATES),
  failure: Type.String({ description: 'why its items could not be made; empty otherwise' }),
  snapshot_id: Type.Union([Type.Integer(), Type.Null()], { description: 'snapshot of its items; null while they are made' }),
  snapshot_time: MaybeTime,
  created_by: Type.String(),
  created_at: Time,
  closed_by: Type.Union([Type.String(), Type.Null()], { description: 'empty: its last day was over' }),
  closed_at: MaybeTime,
  repeat_months: Type.Union([Type.Integer(), Type.Null()], { description: 'null: it does not repeat' }),
  next_on: Type.Union([Type.String(), Type.Null()], {
    description: 'day (UTC) on which the next review of the series starts; null: never, or it has started',
  }),
  tickets: Type.Union([Tickets, Type.Null()], { description: 'null: revocations become no tickets' }),
  counts: Counts,
  reviewers_count: Type.Integer(),
  mine: Type.Integer({ description: 'items that wait for a decision of the caller' }),
});
export type Campaign = Static<typeof Campaign>;

const Reach = Type.Array(Type.Integer(), { minItems: 4, maxItems: 4, description: 'resources of tiers 0 to 3 that the unit gives' });

/** One unit of one identity, which a reviewer keeps or revokes. */
export const ReviewItem = Type.Object({
  item_id: Type.Integer({ description: 'number within the campaign; important units first, items of one unit together' }),
  version: Type.Integer(),
  identity: Type.Object({ uri: Type.String(), name: Type.String(), type: Type.String(), account_id: Type.String() }),
  unit: Type.Object({
    key: Type.String({ description: 'the same for all identities with the unit' }),
    kind: StringEnum(REVIEW_UNIT_KINDS),
    name: Type.String(),
    uri: Type.String({ description: 'URI of the group, policy, resource or identity' }),
    identities: Type.Integer({ description: 'items of the campaign about the unit' }),
  }),
  action: Type.String({ description: 'the change that revokes it, as a sentence without a full stop' }),
  source_uid: Type.String({ description: 'source that holds the unit' }),
  edits: Type.Array(ChangeEdit, { description: 'the change as "cam what-if" reads it; none if CAM cannot try it' }),
  reach: Reach,
  may: Type.Array(StringEnum(['READ', 'WRITE', 'ADMIN']), { description: 'kinds of access that the unit gives' }),
  only_here: Type.Integer({ description: 'resources of the unit that no other unit of the identity gives in full' }),
  used: Type.Integer({ description: 'resources of the unit that the identity used in the 90 days before the start' }),
  last_used: MaybeTime,
  use_doubt: Type.String({ description: 'why silence of the logs does not prove disuse; empty otherwise' }),
  suggestion: StringEnum(REVIEW_SUGGESTIONS),
  suggestion_reason: Type.String(),
  needs_reason: Type.Boolean({ description: 'to keep it takes a reason: it reaches tier 0 and no use is known' }),
  reviewer: Type.String({ description: 'empty: nobody may review it' }),
  reviewer_reason: Type.String({ description: 'why this user is the reviewer' }),
  stage: Type.Integer({ description: 'stage of the review that decides it, or decided it last' }),
  earlier: Type.Array(
    Type.Object({
      stage: Type.Integer(),
      decision: StringEnum(['KEPT', 'REVOKED']),
      by: Type.String(),
      at: Time,
      reason: Type.String(),
    }),
    { description: 'decisions of the stages before, in order' },
  ),
  state: StringEnum(REVIEW_ITEM_STATES),
  is_changed: Type.Boolean({ description: 'the unit gives something else than at the start' }),
  reason: Type.String(),
  decided_by: Type.String({ description: 'empty: nobody decided' }),
  decided_at: MaybeTime,
  is_reported: Type.Boolean({ description: 'its ticket says that the revocation is carried out; the next snapshot decides' }),
  checked_snapshot: Type.Union([Type.Integer(), Type.Null()], {
    description: 'snapshot that showed the unit gone, or still there after the last day',
  }),
});
export type ReviewItem = Static<typeof ReviewItem>;

/** A ticket about revocations of a review. */
export const ReviewTicket = Type.Composite([
  Type.Object({ name: Type.String({ description: 'source or reviewer of its revocations' }) }),
  TicketBrief,
]);
export type ReviewTicket = Static<typeof ReviewTicket>;

/** The progress of one reviewer. */
export const ReviewerProgress = Type.Object({
  reviewer: Type.String(),
  items: Type.Integer(),
  open: Type.Integer(),
  kept: Type.Integer(),
  revoked: Type.Integer({ description: 'revocations, carried out or not' }),
  fast_keeps: Type.Integer({ description: 'most keeps within one minute, where the pace was recorded; 0 otherwise' }),
});
export type ReviewerProgress = Static<typeof ReviewerProgress>;

/** The progress of one unit over all identities that have it. */
export const ReviewUnitProgress = Type.Object({
  key: Type.String(),
  kind: StringEnum(REVIEW_UNIT_KINDS),
  name: Type.String(),
  uri: Type.String(),
  reach: Reach,
  items: Type.Integer(),
  open: Type.Integer(),
  kept: Type.Integer(),
  revoked: Type.Integer({ description: 'revocations, carried out or not' }),
  overdue: Type.Integer(),
});
export type ReviewUnitProgress = Static<typeof ReviewUnitProgress>;

/** The items that a campaign would make. */
export const CampaignPreview = Type.Object({
  items: Type.Integer(),
  identities: Type.Integer(),
  units: Type.Integer(),
  without_reviewer: Type.Integer({ description: 'items that nobody may review, because the fallback would review itself' }),
  by_fallback: Type.Integer({ description: 'items that go to the fallback' }),
  reviewers: Type.Array(Type.Object({ reviewer: Type.String(), items: Type.Integer() }), { description: 'those with the most items first' }),
  suggestions: Type.Object({ KEEP: Type.Integer(), REVOKE: Type.Integer(), LOOK: Type.Integer(), NONE: Type.Integer() }),
});
export type CampaignPreview = Static<typeof CampaignPreview>;

const byId = { campaign_id: Type.String() };
const ItemVersion = { item_id: Type.Integer({ minimum: 1 }), version: Type.Integer() };

/** Access reviews: people confirm or revoke access, and snapshots check the revocations. */
export const reviewEndpoints = {
  'GET /v1/campaigns': endpoint({
    summary: 'List the access reviews, open ones first',
    access: read,
    owner: 'compliance',
    answer: Type.Object({ campaigns: Type.Array(Campaign) }),
  }),
  'GET /v1/campaigns/people': endpoint({
    summary: 'List the users who can be reviewers',
    access: read,
    owner: 'compliance',
    answer: Type.Object({
      people: Type.Union([Type.Array(Type.Object({ email: Type.String(), name: Type.String() })), Type.Null()], {
        description: 'null: CAM does not manage the users',
      }),
    }),
  }),
  'POST /v1/campaigns/preview': endpoint({
    summary: 'Count the items and reviewers of an access review, without starting it',
    access: write,
    owner: 'compliance',
    audit: { exempt: 'it counts and stores nothing' },
    readOnly: true,
    body: scopeFields,
    answer: CampaignPreview,
  }),
  'POST /v1/campaigns': endpoint({
    summary: 'Start an access review. A job makes its items from the newest snapshot',
    access: write,
    owner: 'compliance',
    audit: 'add',
    body: {
      name: Type.String({ minLength: 3, maxLength: 200 }),
      ...scopeFields,
      due_on: Day,
      on_silence: StringEnum(ON_SILENCE),
      stages: Type.Optional(Type.Array(ReviewStage, { maxItems: MOST_FURTHER_STAGES, description: 'stages after the first one, in order' })),
      tickets: Type.Optional(Tickets),
      repeat_months: Type.Optional(RepeatMonths),
      revoke_days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 90,
          description: `days after the last day by which revoked units have to be gone; ${DEFAULT_REVOKE_DAYS} by default`,
        }),
      ),
    },
    status: 201,
    answer: Campaign,
  }),
  'GET /v1/campaigns/{campaign_id}': endpoint({
    summary: 'Return an access review with the progress of its reviewers',
    access: read,
    owner: 'compliance',
    path: byId,
    answer: Type.Object({ campaign: Campaign, reviewers: Type.Array(ReviewerProgress), tickets: Type.Array(ReviewTicket) }),
  }),
  'PATCH /v1/campaigns/{campaign_id}': endpoint({
    summary: 'Let an access review repeat, or end that. The last review of a series decides',
    access: write,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: { repeat_months: RepeatMonths },
    answer: Campaign,
  }),
  'GET /v1/campaigns/{campaign_id}/items': endpoint({
    summary: 'List items of an access review, important units first',
    access: read,
    owner: 'compliance',
    path: byId,
    query: {
      reviewer: Type.Optional(Type.String({ maxLength: 320, description: 'email address, or "me" for the caller' })),
      state: Type.Optional(Type.Array(StringEnum(REVIEW_ITEM_STATES))),
      unit: Type.Optional(Type.String({ maxLength: 4000, description: 'only items of the unit with this key' })),
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: '`next` of the page before' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default' })),
    },
    answer: Type.Object({
      items: Type.Array(ReviewItem),
      total: Type.Integer({ description: 'items that meet the filter' }),
      next: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no more items' }),
    }),
  }),
  'GET /v1/campaigns/{campaign_id}/units': endpoint({
    summary: 'List the units of an access review with their progress, important ones first',
    access: read,
    owner: 'compliance',
    path: byId,
    query: {
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: '`next` of the page before' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default' })),
    },
    answer: Type.Object({
      units: Type.Array(ReviewUnitProgress),
      next: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no more units' }),
    }),
  }),
  'POST /v1/campaigns/{campaign_id}/decisions': endpoint({
    summary: 'Decide items as their reviewer: all of them, or none if one was changed meanwhile. To keep an unused unit of tier 0 takes a reason',
    access: read,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: {
      decisions: Type.Array(
        Type.Object(
          {
            ...ItemVersion,
            decision: StringEnum(REVIEW_DECISIONS),
            reason: Type.Optional(Type.String({ maxLength: 2000 })),
          },
          closed,
        ),
        { minItems: 1, maxItems: MOST_DECISIONS },
      ),
    },
    answer: Type.Object({
      items: Type.Array(ReviewItem),
      keeps_last_minute: Type.Integer({ description: 'keeps of the caller in this review within the last minute' }),
    }),
  }),
  'POST /v1/campaigns/{campaign_id}/delegate': endpoint({
    summary: 'Give items to another reviewer: the own ones, or any with the right to start reviews',
    access: read,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: {
      items: Type.Array(Type.Object(ItemVersion, closed), { minItems: 1, maxItems: MOST_DECISIONS }),
      to: Email,
      reason: Type.Optional(Type.String({ maxLength: 2000 })),
    },
    answer: Type.Object({ items: Type.Array(ReviewItem) }),
  }),
  'POST /v1/campaigns/{campaign_id}/close': endpoint({
    summary:
      'End the present stage of an access review before its last day, and with the last stage the review. Its items without a decision are then treated as the review says; escalated ones stay undecided',
    access: write,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    answer: Campaign,
  }),
  'POST /v1/campaigns/{campaign_id}/evidence': endpoint({
    summary: 'Start the evidence of an access review with signed proofs of access at its start, and of its absence where items are gone',
    access: read,
    owner: 'compliance',
    audit: { requestOnly: 'it changes nothing; the request names the review' },
    status: 202,
    path: byId,
    answer: OneDownload,
  }),
  'GET /v1/campaigns/{campaign_id}/evidence': endpoint({
    summary: 'Download the evidence of an access review without proofs: items, decisions, the log of all that happened, and their sums',
    access: read,
    owner: 'compliance',
    path: byId,
    produces: 'application/zip',
    answer: FileAnswer,
  }),
};
