/**
 * States of an access request. ASKED: it waits for approval. APPROVED: the access may be given, and no snapshot shows it yet. SEEN: a snapshot shows the access. ENDED: a
 * snapshot no longer shows it, or a snapshot after the end never did. OVERDUE: a snapshot after the end still shows it. LAPSED: nobody decided in time.
 */
export const REQUEST_STATES = ['ASKED', 'APPROVED', 'SEEN', 'OVERDUE', 'ENDED', 'REFUSED', 'LAPSED', 'WITHDRAWN'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Lists of requests. RUNNING: approved, and the access is not over. HISTORY: nothing happens to them any more. */
export const REQUEST_LISTS = ['MINE', 'TO_APPROVE', 'RUNNING', 'HISTORY', 'ALL'] as const;
export type RequestList = (typeof REQUEST_LISTS)[number];

/** Levels of access that a request can be about. */
export const ACCESS_LEVELS = ['READ', 'WRITE', 'ADMIN'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Kinds of units that give access: a membership in a group, an attached policy, a role on a resource, and a set of several of them. */
export const ACCESS_UNIT_KINDS = ['MEMBERSHIP', 'ATTACHMENT', 'ASSIGNMENT', 'SET'] as const;
export type AccessUnitKind = (typeof ACCESS_UNIT_KINDS)[number];

/** Kinds of entries in the log of a request. ENDORSED: the first of two approvals. MORE: a snapshot shows other access than was asked for. */
export const REQUEST_LOG_KINDS = ['ASKED', 'ENDORSED', 'APPROVED', 'REFUSED', 'LAPSED', 'WITHDRAWN', 'SEEN', 'MORE', 'OVERDUE', 'ENDED'] as const;
export type RequestLogKind = (typeof REQUEST_LOG_KINDS)[number];

/** Shortest reason of a request or a refusal, characters. */
export const MIN_REQUEST_REASON = 10;
/** Days without a decision after which a request lapses. */
export const DECISION_DAYS = 3;
/** Longest access unless the tenant sets another limit, hours. */
export const DEFAULT_LONGEST_HOURS = 720;
/** Longest access that a tenant can allow, hours. */
export const MOST_LONGEST_HOURS = 8760;
/** Most actions of one request. */
export const MOST_REQUEST_ACTIONS = 20;
