import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import {
  ACCESS_LEVELS,
  ACCESS_UNIT_KINDS,
  DECISION_DAYS,
  DEFAULT_LONGEST_HOURS,
  MIN_REQUEST_REASON,
  MOST_LONGEST_HOURS,
  MOST_REQUEST_ACTIONS,
  REQUEST_LISTS,
  REQUEST_LOG_KINDS,
  REQUEST_STATES,
} from '../request-vocabulary';
import { StringEnum } from '../vocabulary';
import { TicketBrief } from './tickets';
import { ChangeEdit, WhatIfVerdict } from './what-if';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

const Time = Type.String({ description: 'ISO 8601' });
const MaybeTime = Type.Union([Time, Type.Null()]);
const Uri = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description });
const Level = StringEnum(ACCESS_LEVELS);
const Reason = Type.String({ minLength: MIN_REQUEST_REASON, maxLength: 2000 });

const wanted = {
  identity_uri: Uri('URI of the identity that needs the access'),
  resource_uri: Uri('URI of the resource'),
  level: Type.Optional(StringEnum(ACCESS_LEVELS)),
  actions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: MOST_REQUEST_ACTIONS,
      uniqueItems: true,
      description: 'names of the provider, such as s3:GetObject, instead of a level',
    }),
  ),
};

const unit = {
  key: Type.String({ description: 'names the unit in a request' }),
  kind: StringEnum(ACCESS_UNIT_KINDS),
  name: Type.String(),
  uri: Type.String({ description: 'URI of the group, policy or role; empty for a set, and if the graph has none' }),
  action: Type.String({ description: 'the change that gives it, as a sentence without a full stop' }),
  source_uid: Type.String({ description: 'source that would hold it; empty for a set over several sources, whose parts name them' }),
  edits: Type.Array(ChangeEdit, { description: 'the change as "cam what-if" reads it; empty: CAM cannot try it' }),
  gives: Type.Array(Level, { description: 'kinds of access to the resource that it gives' }),
};

/** A unit of a set: one step of its change. */
export const AccessUnitPart = Type.Object(unit);
export type AccessUnitPart = Static<typeof AccessUnitPart>;

/** Something that exists, and that would give the access to the identity, alone or as a set. */
export const AccessUnit = Type.Object({
  ...unit,
  besides: Type.Array(Type.Integer(), {
    minItems: 4,
    maxItems: 4,
    description: 'other resources of tiers 0 to 3 to which the identity would gain access, by the stored graph',
  }),
  parts: Type.Array(AccessUnitPart, { description: 'units of a set, which give the access only together; empty for a single unit' }),
});
export type AccessUnit = Static<typeof AccessUnit>;

const Approval = Type.Object({ by: Type.String(), at: Time, reason: Type.String() });

const Ended = Type.Object({ uri: Type.String(), name: Type.String(), type: Type.String(), account_id: Type.String() });

/** A request for access that ends. */
export const AccessRequest = Type.Object({
  request_id: Type.String(),
  version: Type.Integer(),
  state: StringEnum(REQUEST_STATES),
  identity: Ended,
  resource: Ended,
  level: Type.Union([Level, Type.Null()], { description: 'null: the request names actions' }),
  actions: Type.Array(Type.String()),
  reason: Type.String(),
  unit: Type.Union([AccessUnit, Type.Null()], { description: 'null: nothing that exists gives the access, and `steps` says what should be done' }),
  steps: Type.String({ description: 'what should be done, in the words of the user who asks; empty if a unit was chosen' }),
  hours: Type.Union([Type.Integer(), Type.Null()], { description: 'length of the access from the approval on; null: it ends at `until`' }),
  until: Type.Union([Time, Type.Null()], { description: 'end of the access; null while it counts from the approval' }),
  tier: Type.Integer({ description: 'tier of the resource, 0 the most important' }),
  approvals: Type.Array(Approval),
  approvals_needed: Type.Integer({ description: '2 if the resource, or something that comes with the unit, is of tier 0' }),
  asked_by: Type.String(),
  asked_at: Time,
  lapses_at: Type.Union([Time, Type.Null()], { description: 'the request lapses then without a decision; null: it was decided' }),
  decided_by: Type.String({ description: 'who approved last, refused or withdrew it; empty: nobody' }),
  decided_at: MaybeTime,
  decision_reason: Type.String(),
  seen_at: Type.Union([Time, Type.Null()], { description: 'when CAM found the access in a snapshot; null: never' }),
  ended_at: Type.Union([Time, Type.Null()], { description: 'when CAM found that it is gone; null: it has not' }),
  checked_at: Type.Union([Time, Type.Null()], { description: 'time of the newest snapshot that was compared; null: none since the approval' }),
  is_past_end: Type.Boolean({ description: 'the end is over, and no snapshot since shows whether the access is gone' }),
  more: Type.Object(
    {
      units: Type.Array(Type.String(), { description: 'names of other units that give the access' }),
      levels: Type.Array(Level, { description: 'kinds of access to the resource that nobody asked for' }),
    },
    { description: 'what the newest snapshot shows beyond the request' },
  ),
  parts_seen: Type.Array(Type.String(), { description: 'keys of the parts of the set that the newest snapshot shows' }),
  ticket: Type.Union([TicketBrief, Type.Null()], { description: 'ticket by which the approved request is carried out' }),
  may_approve: Type.Boolean({ description: 'the caller may approve or refuse it now' }),
  may_withdraw: Type.Boolean(),
});
export type AccessRequest = Static<typeof AccessRequest>;

/** Something that happened to a request. */
export const RequestLogEntry = Type.Object({
  kind: StringEnum(REQUEST_LOG_KINDS),
  at: Time,
  actor: Type.String({ description: 'empty: CAM itself' }),
  detail: Type.Record(Type.String(), Type.Unknown()),
});
export type RequestLogEntry = Static<typeof RequestLogEntry>;

/** The limits that a tenant sets for requests, and how approved ones are carried out. */
export const RequestPolicy = Type.Object({
  longest_hours: Type.Integer({ minimum: 1, maximum: MOST_LONGEST_HOURS, description: `longest access, hours; ${DEFAULT_LONGEST_HOURS} by default` }),
  connection_id: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
    description: 'connection to the ticket system in which approved requests become tickets; null: none',
  }),
});
export type RequestPolicy = Static<typeof RequestPolicy>;

/** The effect of the chosen unit, as a trial shows it. */
export const RequestTrial = Type.Object({
  is_enough: Type.Boolean({ description: 'the identity has the wanted access after the change' }),
  besides: Type.Array(Type.Integer(), {
    minItems: 4,
    maxItems: 4,
    description: 'other resources of tiers 0 to 3 to which the identity gains access',
  }),
  verdict: WhatIfVerdict,
});
export type RequestTrial = Static<typeof RequestTrial>;

const byId = { request_id: Type.String() };
const Version = Type.Integer({ minimum: 1, description: '`version` of the request as the caller saw it' });

/** Requests for access that ends: users ask, approvers decide, and snapshots show what happened. */
export const requestEndpoints = {
  'GET /v1/access-requests': endpoint({
    summary: 'List access requests, those that wait or run first, then the newest',
    access: read,
    owner: 'compliance',
    query: {
      list: Type.Optional(StringEnum(REQUEST_LISTS)),
      state: Type.Optional(Type.Array(StringEnum(REQUEST_STATES))),
      entity_uri: Type.Optional(Type.String({ maxLength: 2000, description: 'only requests of this identity, or for this resource' })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default' })),
    },
    answer: Type.Object({
      requests: Type.Array(AccessRequest),
      total: Type.Integer({ description: 'requests that meet the filter' }),
      counts: Type.Object(
        { mine: Type.Integer(), to_approve: Type.Integer(), running: Type.Integer(), overdue: Type.Integer(), history: Type.Integer() },
        { description: 'requests in each list, of all states; `mine` counts those that are not over' },
      ),
    }),
  }),
  'POST /v1/access-requests': endpoint({
    summary: `Ask for access that ends. It lapses after ${DECISION_DAYS} days without a decision`,
    access: read,
    owner: 'compliance',
    audit: 'add',
    body: {
      ...wanted,
      reason: Reason,
      unit: Type.Optional(Type.String({ maxLength: 4000, description: 'key of the unit that should give it' })),
      steps: Type.Optional(Type.String({ maxLength: 2000, description: 'what should be done, if no unit gives it' })),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LONGEST_HOURS, description: 'length of the access from the approval on' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'end of the access, instead of `hours`' })),
    },
    status: 201,
    answer: AccessRequest,
  }),
  'POST /v1/access-requests/units': endpoint({
    summary: 'List the groups, policies and roles that would give an access, or the smallest sets of them, those that give the least besides first',
    access: read,
    owner: 'compliance',
    audit: { exempt: 'it changes nothing' },
    readOnly: true,
    body: wanted,
    answer: Type.Object({
      has_access: Type.Boolean({ description: 'the identity has the access already' }),
      tier: Type.Integer({ description: 'tier of the resource, 0 the most important' }),
      approvals_needed: Type.Integer({ description: 'for the resource alone; 2 for a unit that also gives something of tier 0' }),
      units: Type.Array(AccessUnit),
      notes: Type.Array(Type.String(), { description: 'the limits of this answer, in sentences' }),
    }),
  }),
  'POST /v1/access-requests/trial': endpoint({
    summary: 'Try the change by which a unit gives an access, without changing anything',
    access: read,
    owner: 'compliance',
    audit: { requestOnly: 'it changes nothing; the request names the unit that was tried' },
    readOnly: true,
    body: { ...wanted, unit: Type.String({ minLength: 1, maxLength: 4000, description: 'key of the unit' }) },
    answer: RequestTrial,
  }),
  'GET /v1/access-requests/policy': endpoint({
    summary: 'Return the longest access of a request, and the ticket system that gets approved ones',
    access: read,
    owner: 'compliance',
    answer: RequestPolicy,
  }),
  'PUT /v1/access-requests/policy': endpoint({
    summary: 'Set the longest access of a request, and the ticket system that gets approved ones',
    access: write,
    owner: 'compliance',
    audit: 'change',
    body: RequestPolicy.properties,
    answer: RequestPolicy,
  }),
  'GET /v1/access-requests/{request_id}': endpoint({
    summary: 'Return an access request with all that happened to it',
    access: read,
    owner: 'compliance',
    path: byId,
    answer: Type.Object({ request: AccessRequest, log: Type.Array(RequestLogEntry) }),
  }),
  'POST /v1/access-requests/{request_id}/approve': endpoint({
    summary: 'Approve an access request of somebody else. Two users have to if it leads to tier 0',
    access: write,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: { version: Version, reason: Type.Optional(Type.String({ maxLength: 2000 })) },
    answer: AccessRequest,
  }),
  'POST /v1/access-requests/{request_id}/refuse': endpoint({
    summary: 'Refuse an access request of somebody else',
    access: write,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: { version: Version, reason: Reason },
    answer: AccessRequest,
  }),
  'POST /v1/access-requests/{request_id}/withdraw': endpoint({
    summary: 'Withdraw the own access request before it is approved',
    access: read,
    owner: 'compliance',
    audit: 'change',
    path: byId,
    body: { version: Version },
    answer: AccessRequest,
  }),
};
