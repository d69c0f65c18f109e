import { DECISION_DAYS, MIN_REQUEST_REASON, type AccessUnit, type RequestLogKind, type RequestState } from '@cam/contracts/server';

/** The approval of one user. */
export interface StoredApproval {
  by: string;
  /** ISO 8601. */
  at: string;
  reason: string;
}

/** The part of a request that changes. */
export interface RequestStatus {
  state: RequestState;
  version: number;
  approvals: readonly StoredApproval[];
  /** End of the access; null: it counts from the approval. */
  until: Date | null;
  decidedBy: string;
  decidedAt: Date | null;
  decisionReason: string;
  seenAt: Date | null;
  endedAt: Date | null;
}

/** The part of a request that never changes. */
export interface RequestFacts {
  askedBy: string;
  askedAt: Date;
  /** Hours of access from the approval on; null: `until` says when it ends. */
  hours: number | null;
  /** E-mail addresses of the identity that gets the access, in lower case. */
  addresses: readonly string[];
  /** The most important tier that the access leads to: `strictestTier`. */
  tier: number;
}

/** The access of a request as the newest snapshot shows it. */
export interface SeenAccess {
  isGranted: boolean;
  /** The access is not there, but some units of its set are: not yet all were given, or not all were taken away. */
  isPartial: boolean;
  /** A snapshot of a source that gives some of the access was taken after the end, or snapshots of all that would give it. */
  isAfterEnd: boolean;
  /** All sources that the access depends on are connected, so that its absence proves something. */
  hasSources: boolean;
  /** Another request allows the same access beyond the end of this one. */
  isCovered: boolean;
}

/** A change of a request. `tier` and `addresses` are those of the present graph, which may be stricter than those of the request. */
export type RequestChange =
  | { kind: 'APPROVE'; by: string; at: Date; reason: string; tier: number; addresses: readonly string[] }
  | { kind: 'REFUSE'; by: string; at: Date; reason: string; addresses: readonly string[] }
  | { kind: 'WITHDRAW'; by: string; at: Date }
  | { kind: 'PASS'; at: Date }
  | { kind: 'OBSERVE'; at: Date; seen: SeenAccess };

export type RequestRefusal = 'NOT_ASKED' | 'OWN_REQUEST' | 'APPROVED_BEFORE' | 'REASON_NEEDED' | 'NOT_YOURS';

/** The request after a change, with the entry for the log; `status` is the same object where nothing changed. */
export type ChangedRequest = { status: RequestStatus; log: RequestLogKind | null } | { refusal: RequestRefusal };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** States of requests whose access is watched. */
export const WATCHED: readonly RequestState[] = ['APPROVED', 'SEEN', 'OVERDUE', 'ENDED'];

/** Returns the time at which a request without a decision lapses: after some days, and at the end of the access at the latest. */
export function lapsesAt({ askedAt }: Pick<RequestFacts, 'askedAt'>, { until }: Pick<RequestStatus, 'until'>): Date {
  const last = askedAt.getTime() + DECISION_DAYS * DAY_MS;
  return new Date(until === null ? last : Math.min(last, until.getTime()));
}

/**
 * Returns the tier that decides how many users approve: that of the resource, or 0 if the unit gives access to something of tier 0 besides. A request for
 * something unimportant would otherwise lead there with one approval.
 */
export function strictestTier(tier: number, unit: Pick<AccessUnit, 'besides'> | null): number {
  return unit && (unit.besides[0] ?? 0) > 0 ? 0 : tier;
}

/** Returns the number of users who have to approve access to a tier. */
export function approvalsNeeded(tier: number): number {
  return tier === 0 ? 2 : 1;
}

/** Returns whether the time of an approved request is over. */
export function isPastEnd({ until }: Pick<RequestStatus, 'until'>, at: Date): boolean {
  return until !== null && at >= until;
}

/** Returns whether a user would decide about the own request, or about access for themselves. */
export function isOwn({ askedBy, addresses }: Pick<RequestFacts, 'askedBy' | 'addresses'>, by: string): boolean {
  const email = by.toLowerCase();
  return askedBy.toLowerCase() === email || addresses.includes(email);
}

/** Returns a request after a change: the only place that decides how requests change. */
export function changed(status: RequestStatus, facts: RequestFacts, change: RequestChange): ChangedRequest {
  const isLapsed = status.state === 'ASKED' && change.at >= lapsesAt(facts, status);
  switch (change.kind) {
    case 'PASS':
      return isLapsed ? after(status, { state: 'LAPSED' }, 'LAPSED') : { status, log: null };
    case 'OBSERVE':
      return observed(status, change);
    case 'WITHDRAW':
      if (status.state !== 'ASKED' || isLapsed) return { refusal: 'NOT_ASKED' };
      if (facts.askedBy.toLowerCase() !== change.by.toLowerCase()) return { refusal: 'NOT_YOURS' };
      return after(status, { state: 'WITHDRAWN', decidedBy: change.by, decidedAt: change.at }, 'WITHDRAWN');
    case 'APPROVE':
    case 'REFUSE':
      if (status.state !== 'ASKED' || isLapsed) return { refusal: 'NOT_ASKED' };
      if (isOwn({ ...facts, addresses: [...facts.addresses, ...change.addresses] }, change.by)) return { refusal: 'OWN_REQUEST' };
      return change.kind === 'APPROVE' ? approved(status, facts, change) : refused(status, change);
  }
}

function after(status: RequestStatus, change: Partial<RequestStatus>, log: RequestLogKind): ChangedRequest {
  return { status: { ...status, ...change, version: status.version + 1 }, log };
}

function approved(status: RequestStatus, { hours, tier }: RequestFacts, change: Extract<RequestChange, { kind: 'APPROVE' }>): ChangedRequest {
  const { by, at, reason } = change;
  if (status.approvals.some((one) => one.by.toLowerCase() === by.toLowerCase())) return { refusal: 'APPROVED_BEFORE' };
  const approvals = [...status.approvals, { by, at: at.toISOString(), reason: reason.trim() }];
  if (approvals.length < approvalsNeeded(Math.min(tier, change.tier))) return after(status, { approvals }, 'ENDORSED');
  const until = hours === null ? status.until : new Date(at.getTime() + hours * HOUR_MS);
  return after(status, { state: 'APPROVED', approvals, until, decidedBy: by, decidedAt: at, decisionReason: reason.trim() }, 'APPROVED');
}

function refused(status: RequestStatus, { by, at, reason }: Extract<RequestChange, { kind: 'REFUSE' }>): ChangedRequest {
  if (reason.trim().length < MIN_REQUEST_REASON) return { refusal: 'REASON_NEEDED' };
  return after(status, { state: 'REFUSED', decidedBy: by, decidedAt: at, decisionReason: reason.trim() }, 'REFUSED');
}

/**
 * Only snapshots show that access was given, is overdue or is over. After the end, one counts that was taken since. An ended request begins again only before
 * its end: access that comes back later was not asked for here. A set of units is given when all are there, and over when none is left.
 */
function observed(status: RequestStatus, { at, seen }: Extract<RequestChange, { kind: 'OBSERVE' }>): ChangedRequest {
  const { state } = status;
  const isOver = isPastEnd(status, at);
  const begun = { seenAt: seen.isGranted ? (status.seenAt ?? at) : status.seenAt, endedAt: null };
  const none: ChangedRequest = { status, log: null };
  if (!WATCHED.includes(state)) return none;
  if (seen.isGranted || seen.isPartial) {
    if (!isOver) return state === 'SEEN' || seen.isPartial ? none : after(status, { state: 'SEEN', ...begun }, 'SEEN');
    if (state === 'ENDED' || !seen.isAfterEnd) return none;
    if (seen.isCovered) return after(status, { state: 'ENDED', seenAt: begun.seenAt, endedAt: at }, 'ENDED');
    return state === 'OVERDUE' ? none : after(status, { state: 'OVERDUE', ...begun }, 'OVERDUE');
  }
  if (state === 'ENDED' || !seen.hasSources) return none;
  // Access that nobody gave yet may still come until the end.
  if (state === 'APPROVED' && !(isOver && seen.isAfterEnd)) return none;
  return after(status, { state: 'ENDED', endedAt: at }, 'ENDED');
}
