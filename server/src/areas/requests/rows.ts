import { MIN_REQUEST_REASON, type AccessRequest } from '@cam/contracts/server';
import { conflict, forbidden, unprocessable, type ApiError } from '../../platform/http/errors';
import {
  approvalsNeeded,
  isOwn,
  isPastEnd,
  lapsesAt,
  type RequestFacts,
  type RequestRefusal,
  strictestTier,
  type RequestStatus,
} from './request-state';
import type { StoredRequest } from './store';

const time = (value: Date | null): Date | null => (value === null ? null : new Date(value));
const iso = (value: Date | null): string | null => time(value)?.toISOString() ?? null;

export function statusOf(row: StoredRequest): RequestStatus {
  return {
    ...{ state: row.state, version: row.version, approvals: row.approvals, until: time(row.until) },
    ...{ decidedBy: row.decided_by, decidedAt: time(row.decided_at), decisionReason: row.decision_reason },
    ...{ seenAt: time(row.seen_at), endedAt: time(row.ended_at) },
  };
}

export function factsOf({ asked_by: askedBy, asked_at: at, hours, addresses, tier, unit }: StoredRequest): RequestFacts {
  return { askedBy, askedAt: new Date(at), hours, addresses, tier: strictestTier(tier, unit) };
}

/** The user who reads a request. */
export interface Reader {
  email: string;
  mayApprove: boolean;
}

/** Returns a request for users. */
export function toRequest(row: StoredRequest, reader: Reader, ticket: AccessRequest['ticket'], now = new Date()): AccessRequest {
  const [status, facts] = [statusOf(row), factsOf(row)];
  const isAsked = row.state === 'ASKED';
  const isOpen = row.state === 'APPROVED' || row.state === 'SEEN' || row.state === 'OVERDUE';
  const hasApproved = row.approvals.some(({ by }) => by.toLowerCase() === reader.email.toLowerCase());
  return {
    ...{ request_id: row.request_id, version: row.version, state: row.state },
    identity: { uri: row.identity_uri, name: row.identity_name, type: row.identity_type, account_id: row.identity_account },
    resource: { uri: row.resource_uri, name: row.resource_name, type: row.resource_type, account_id: row.resource_account },
    ...{ level: row.level, actions: row.actions, reason: row.reason, unit: row.unit, steps: row.steps },
    ...{ hours: row.hours, until: iso(row.until), tier: row.tier },
    ...{ approvals: row.approvals, approvals_needed: Math.max(approvalsNeeded(facts.tier), isAsked ? row.approvals.length + 1 : 0) },
    ...{ asked_by: row.asked_by, asked_at: new Date(row.asked_at).toISOString() },
    lapses_at: isAsked ? lapsesAt(facts, status).toISOString() : null,
    ...{ decided_by: row.decided_by, decided_at: iso(row.decided_at), decision_reason: row.decision_reason },
    ...{ seen_at: iso(row.seen_at), ended_at: iso(row.ended_at), checked_at: iso(row.checked_at) },
    is_past_end: (row.state === 'APPROVED' || row.state === 'SEEN') && isPastEnd(status, now),
    more: isOpen ? row.more : { units: [], levels: [] },
    parts_seen: isOpen ? row.parts_seen : [],
    ticket,
    may_approve: isAsked && reader.mayApprove && !hasApproved && !isOwn(facts, reader.email),
    may_withdraw: isAsked && row.asked_by.toLowerCase() === reader.email.toLowerCase(),
  };
}

/** Returns the error of a refused change. */
export function refusedChange(refusal: RequestRefusal): ApiError {
  switch (refusal) {
    case 'NOT_ASKED':
      return conflict('REQUEST_NOT_OPEN', 'This request no longer waits for a decision. Reload the page.');
    case 'OWN_REQUEST':
      return forbidden('Nobody decides about a request of their own, or about access for themselves. Ask another approver.', 'OWN_REQUEST');
    case 'APPROVED_BEFORE':
      return conflict('APPROVED_BEFORE', 'You approved this request already. Access to tier 0 takes the approval of another user.');
    case 'NOT_YOURS':
      return forbidden('Only the user who asked can withdraw a request. An approver can refuse it.', 'NOT_YOURS');
    case 'REASON_NEEDED':
      return unprocessable('REASON_NEEDED', `To refuse a request takes a reason of at least ${MIN_REQUEST_REASON} characters.`);
  }
}
