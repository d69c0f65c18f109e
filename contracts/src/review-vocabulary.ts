/** Kinds of units: what can be taken away from an identity. */
export const REVIEW_UNIT_KINDS = ['MEMBERSHIP', 'ATTACHMENT', 'INLINE_POLICY', 'ASSIGNMENT', 'PRINCIPAL'] as const;
export type ReviewUnitKind = (typeof REVIEW_UNIT_KINDS)[number];

/** States of a campaign. PREPARING: a job makes its items. */
export const CAMPAIGN_STATES = ['PREPARING', 'OPEN', 'CLOSED', 'FAILED'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * States of an item. REVOKED: it waits for a snapshot without the unit. DONE: a snapshot shows that the unit is gone. OVERDUE: the unit is still there after the day
 * by which revocations are due. GONE: the unit went before anybody decided. PROPOSED: nobody decided, and the campaign proposes to revoke. UNDECIDED: the
 * campaign was closed without a decision.
 */
export const REVIEW_ITEM_STATES = ['OPEN', 'KEPT', 'REVOKED', 'DONE', 'OVERDUE', 'GONE', 'PROPOSED', 'UNDECIDED'] as const;
export type ReviewItemState = (typeof REVIEW_ITEM_STATES)[number];

/** Treatment of items without a decision after the last day. ESCALATE gives them to the fallback, who has `ESCALATION_DAYS` more days. */
export const ON_SILENCE = ['KEEP', 'PROPOSE_REVOKE', 'ESCALATE'] as const;
export type OnSilence = (typeof ON_SILENCE)[number];

/** Suggestions, which are never chosen by themselves. */
export const REVIEW_SUGGESTIONS = ['KEEP', 'REVOKE', 'LOOK', 'NONE'] as const;
export type ReviewSuggestion = (typeof REVIEW_SUGGESTIONS)[number];

/** Decisions of a reviewer. UNDO takes the last decision back. */
export const REVIEW_DECISIONS = ['KEEP', 'REVOKE', 'UNDO'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Decisions of the stage before that a further stage decides again. It also decides the items that nobody decided. */
export const STAGE_TAKES = ['ALL', 'KEPT', 'REVOKED'] as const;
export type StageTakes = (typeof STAGE_TAKES)[number];

/** Revocations that one ticket has: those of a source, or of the reviewer who decided them. */
export const TICKETS_PER = ['SOURCE', 'REVIEWER'] as const;
export type TicketsPer = (typeof TICKETS_PER)[number];

/** Kinds of entries in the log of a campaign. */
export const REVIEW_LOG_KINDS = [
  'STARTED',
  'DECIDED',
  'DELEGATED',
  'FELL_BACK',
  'WENT_ON',
  'STAGE',
  'REMINDED',
  'CHANGED',
  'GONE',
  'DONE',
  'OVERDUE',
  'RETURNED',
  'REPORTED',
  'STILL_THERE',
  'PACE',
  'SILENCE',
  'CLOSED',
] as const;
export type ReviewLogKind = (typeof REVIEW_LOG_KINDS)[number];

/** Most items of a campaign. */
export const MOST_REVIEW_ITEMS = 30_000;
/** Most items of one call that decides or delegates. */
export const MOST_DECISIONS = 100;
/** Days that the fallback has for escalated items. */
export const ESCALATION_DAYS = 7;
/** Days after the due day by which revocations have to be carried out, unless the campaign names others. */
export const DEFAULT_REVOKE_DAYS = 14;
/** Shortest reason to keep an unused unit of tier 0, characters. */
export const MIN_KEEP_REASON = 10;
/** Keeps of one reviewer within a minute from which on the pace is recorded. */
export const FAST_KEEPS = 50;
/** Most stages of a review after the first one. */
export const MOST_FURTHER_STAGES = 2;
/** Months between two reviews of a series. */
export const REPEAT_MONTHS = [1, 3, 6, 12] as const;
