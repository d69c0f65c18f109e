import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED, NO_ACCOUNTS, NoAnswer, refusedWithin } from '../endpoint';
import { Severity, StringEnum } from '../vocabulary';
import { alertFilters, AlertInfo, GROUP_KINDS } from './alerts';
import { ListView, viewFields } from './views';

const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const alertsWrite = ['CAM_ALERTS_WRITE'] as const;

/** The most alerts of one change. */
const MOST = 1000;
const alertIds = Type.Array(Type.String(), { minItems: 1, maxItems: MOST, uniqueItems: true });

/** Kinds of elements that the alerts of a group share; NONE: they are in no other group. */
export const GROUP_ELEMENTS = [
  'STATEMENT',
  'ASSIGNMENT',
  'POLICY',
  'TRUST',
  'MEMBERSHIP',
  'IDENTITY',
  'RESOURCE',
  'ACCOUNT',
  'GUARDRAIL',
  'NONE',
] as const;
export type GroupElement = (typeof GROUP_ELEMENTS)[number];

/** A group of alerts. Each alert is in one group of a kind. */
export const AlertGroup = Type.Object({
  key: Type.String({ description: 'value of `group` in the list of alerts' }),
  element: StringEnum(GROUP_ELEMENTS),
  name: Type.String(),
  detail: Type.String({ description: 'where the element is, for example the account; may be empty' }),
  uri: Type.String({ description: 'URI of the entity; empty if it has none' }),
  severity: Severity,
  count: Type.Integer(),
  high_count: Type.Integer(),
  medium_count: Type.Integer(),
  low_count: Type.Integer(),
  risk: Type.Integer({ description: 'sum of the risk of its alerts' }),
  identities_count: Type.Integer({ description: 'number of different findings' }),
  newest_time: Type.String(),
});
export type AlertGroup = Static<typeof AlertGroup>;

/** A comment on an alert. */
export const AlertComment = Type.Object({
  comment_id: Type.String(),
  author: Type.String(),
  written_at: Type.String(),
  text: Type.String(),
  mentions: Type.Array(Type.String(), { description: 'email addresses of the mentioned users' }),
});
export type AlertComment = Static<typeof AlertComment>;

const days = Type.Integer({ minimum: 1, maximum: 3650 });

/** Rules of the tenant for the work on alerts. */
export const AlertPolicy = Type.Object({
  reason_required: Type.Boolean({ description: 'a dismissal needs a reason' }),
  due_days: Type.Object({ HIGH: days, MEDIUM: days, LOW: days }, { description: 'days from the alert to its due date, by severity' }),
});
export type AlertPolicy = Static<typeof AlertPolicy>;

const changed = Type.Object({ alert_info_list: Type.Array(AlertInfo) });

/** Work on alerts: groups, assignment, dismissal with a reason, comments, verification and saved views. */
export const alertTriageEndpoints = {
  'GET /v1/alerts/groups': endpoint({
    summary: 'Group alerts by cause, identity, resource, account or guardrail, the most important group first',
    access: alertsRead,
    accounts: NARROWED,
    owner: 'alerts',
    query: {
      by: StringEnum(GROUP_KINDS),
      ...alertFilters,
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({
      groups: Type.Array(AlertGroup),
      found_count: Type.Integer({ description: 'number of groups' }),
      alerts_count: Type.Integer(),
      pending_count: Type.Integer({ description: 'alerts whose cause is not determined yet' }),
    }),
  }),
  'PATCH /v1/alerts/work': endpoint({
    summary: 'Assign alerts, set their due date or link a ticket. The call changes all alerts or none',
    access: alertsWrite,
    audit: 'change',
    accounts: NARROWED,
    owner: 'alerts',
    body: {
      alert_ids: alertIds,
      assignee: Type.Optional(Type.Union([Type.String({ maxLength: 320, description: 'email address of a user' }), Type.Null()])),
      due_date: Type.Optional(
        Type.Union([Type.String({ format: 'date', description: 'the alert is due at the end of this day, UTC' }), Type.Null()], {
          description: 'null for the due date of the severity',
        }),
      ),
      ticket: Type.Optional(
        Type.Union([Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }), url: Type.String({ maxLength: 2000 }) }), Type.Null()]),
      ),
    },
    answer: changed,
  }),
  'PATCH /v1/alerts/dismissal': endpoint({
    summary: 'Dismiss alerts with a reason, until a day or for good. The call dismisses all alerts or none',
    access: alertsWrite,
    audit: 'change',
    accounts: NARROWED,
    owner: 'alerts',
    body: {
      alert_ids: alertIds,
      reason: Type.Optional(Type.String({ maxLength: 2000 })),
      until: Type.Optional(Type.Union([Type.String({ format: 'date', description: 'last day of the dismissal, UTC' }), Type.Null()])),
    },
    answer: changed,
  }),
  'POST /v1/alerts/verification': endpoint({
    summary: 'Mark alerts as remediated and take a snapshot of their sources, which closes or reopens them',
    access: alertsWrite,
    audit: 'change',
    accounts: NARROWED,
    owner: 'alerts',
    body: { alert_ids: alertIds },
    answer: changed,
  }),
  'GET /v1/alerts/comments': endpoint({
    summary: 'List the comments on an alert, the earliest first',
    access: alertsRead,
    accounts: refusedWithin('comments may name entities of other accounts'),
    owner: 'alerts',
    query: { alert_id: Type.String() },
    answer: Type.Object({ comments: Type.Array(AlertComment) }),
  }),
  'POST /v1/alerts/comments': endpoint({
    summary: 'Comment on an alert. An @ before the email address of a user mentions the user',
    access: alertsWrite,
    audit: 'add',
    owner: 'alerts',
    body: { alert_id: Type.String(), text: Type.String({ minLength: 1, maxLength: 4000 }) },
    status: 201,
    answer: AlertComment,
  }),
  'GET /v1/alerts/people': endpoint({
    summary: 'List the users to whom alerts can be assigned',
    access: alertsRead,
    accounts: NO_ACCOUNTS,
    owner: 'alerts',
    answer: Type.Object({ people: Type.Array(Type.Object({ email: Type.String(), name: Type.String() })) }),
  }),
  'GET /v1/alerts/policy': endpoint({
    summary: "Read the tenant's rules for the work on alerts",
    access: alertsRead,
    accounts: NO_ACCOUNTS,
    owner: 'alerts',
    answer: AlertPolicy,
  }),
  'PUT /v1/alerts/policy': endpoint({
    summary: "Change the tenant's rules for the work on alerts",
    access: ['CAM_GUARDRAIL_WRITE'],
    audit: 'change',
    owner: 'alerts',
    body: AlertPolicy.properties,
    answer: AlertPolicy,
  }),
  'GET /v1/alerts/views': endpoint({
    summary: "List the user's saved views of the alerts and those shared with the tenant",
    access: alertsRead,
    accounts: refusedWithin('saved views may name entities of other accounts'),
    owner: 'alerts',
    answer: Type.Object({ views: Type.Array(ListView) }),
  }),
  'POST /v1/alerts/views': endpoint({
    summary: 'Save a view of the alerts. A view of the user with the same name is replaced',
    access: alertsRead,
    audit: 'add',
    owner: 'alerts',
    body: {
      ...viewFields,
      shared: Type.Optional(Type.Boolean({ description: 'needs the right to change alerts' })),
    },
    status: 201,
    answer: ListView,
  }),
  'DELETE /v1/alerts/views/{view_id}': endpoint({
    summary: 'Delete a saved view. A shared view of another user requires the right to change alerts',
    access: alertsRead,
    audit: 'remove',
    owner: 'alerts',
    path: { view_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
};
