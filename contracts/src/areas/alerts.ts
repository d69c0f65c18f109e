import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED, NoAnswer, refusedWithin } from '../endpoint';
import { Severity, StringEnum } from '../vocabulary';
import { Risk } from './risk';

const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const alertsWrite = ['CAM_ALERTS_WRITE'] as const;
const guardrailRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;

/**
 * Owners of calls that alerts and compliance share. With the `monitor_id` of a compliance rule, the items are objects that fail it. Each area needs
 * its own remote to be on.
 */
const sharedWithCompliance = ['alerts', 'compliance'] as const;

const OptionalDate = Type.Union([Type.String(), Type.Null()]);
const OptionalText = Type.Union([Type.String(), Type.Null()]);

/**
 * Alert statuses. NEW: nobody has opened the alert. OPEN: it was opened or kept. IGNORE: it was dismissed. CLOSE: its finding is gone. NONE: it was
 * suppressed and is never shown.
 */
export const ALERT_STATUSES = ['ALERT_STATUS_NONE', 'ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE'] as const;
export const AlertStatus = StringEnum(ALERT_STATUSES);
/** Status of an alert. */
export type AlertStatus = Static<typeof AlertStatus>;

/** Filters by status. NOT_DISMISSED: open alerts that no exclusion covers. EXCLUDED: open alerts that one covers. */
export const ALERT_SHOWS = ['ALERT_DISMISSED', 'ALERT_NOT_DISMISSED', 'ALERT_EXCLUDED', 'ALERT_ALL'] as const;
const Show = StringEnum(ALERT_SHOWS);
export type AlertShow = Static<typeof Show>;

/** Time filters: all alerts, or those of the last day, week or month. */
export const ALERT_TIMES = ['all', '1d', '1w', '1m'] as const;
const Time = StringEnum(ALERT_TIMES);
export type AlertTime = Static<typeof Time>;

/** Origins of an alert: a guardrail, a detection method, or (NONE) a user. */
export const ALERT_TYPES = [
  'ALERT_TYPE_NONE',
  'ALERT_TYPE_GUARDRAIL',
  'ALERT_TYPE_AI',
  'ALERT_TYPE_USAGE',
  'ALERT_TYPE_LOCATION',
  'ALERT_TYPE_EVENT',
] as const;
const AlertType = StringEnum(ALERT_TYPES);
export type AlertType = Static<typeof AlertType>;

/** Origins of an alert in the second generation of the API. */
export const REFERENCE_TYPES = [
  'REFERENCE_TYPE_NONE',
  'REFERENCE_TYPE_GUARDRAIL',
  'REFERENCE_TYPE_AI',
  'REFERENCE_TYPE_USAGE',
  'REFERENCE_TYPE_LOCATION',
  'REFERENCE_TYPE_EVENT',
] as const;
const ReferenceType = StringEnum(REFERENCE_TYPES);
export type ReferenceType = Static<typeof ReferenceType>;

/** Location of an activity. */
export const AlertPlace = Type.Object({
  coordinates: Type.Object({ longitude: Type.Number(), latitude: Type.Number() }),
  city: Type.String(),
  state: Type.String(),
  country: Type.String(),
  radius: Type.Number({ description: 'accuracy in kilometres' }),
});
export type AlertPlace = Static<typeof AlertPlace>;

/** Chart in the detail of an alert. */
const AlertChart = Type.Union([
  Type.Object({
    kind: Type.Literal('usage'),
    barchart_alert_point: Type.Array(Type.Object({ x: Type.String(), y: Type.Number() })),
    x_axis_name: Type.String(),
    y_axis_name: Type.String(),
    alert_x: Type.String({ description: 'the bar of the alert' }),
    alert_y: Type.Number(),
  }),
  Type.Object({ kind: Type.Literal('location'), alert_location: AlertPlace, previous_locations: Type.Array(AlertPlace) }),
  Type.Object({
    kind: Type.Literal('event'),
    points: Type.Array(
      Type.Object({ point_name: Type.String(), point_color: Type.String(), x: Type.String(), y: Type.Number(), point_size: Type.Number() }),
    ),
  }),
]);
export type AlertChart = Static<typeof AlertChart>;

/** Access paths between the finding of an alert and the resources: each node, link and path once. */
export const AlertGraph = Type.Object({
  nodes: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() })),
  links: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.String({ description: 'id of a node' }),
      to: Type.String(),
      relation: Type.String({ description: 'relation of the two nodes, in words' }),
      conditions: Type.Array(Type.String()),
    }),
  ),
  paths: Type.Array(Type.Array(Type.String()), { description: 'link ids of each path, in order' }),
  left: Type.Integer({ description: 'number of resources left out for lack of space' }),
});
export type AlertGraph = Static<typeof AlertGraph>;

/** Kinds of events in the history of an alert. */
export const ALERT_EVENTS = [
  'DISMISSED', 'KEPT', 'REMEDIATED', 'FOUND_AGAIN', 'GONE', 'DISMISSAL_ENDED', 'VERIFICATION_REQUESTED',
  'ASSIGNED', 'DUE_DATE_SET', 'TICKET_LINKED', 'COMMENTED',
] as const; // prettier-ignore

/** An event in the history of an alert. */
export const AlertEvent = Type.Object({
  at: Type.String(),
  what: StringEnum(ALERT_EVENTS),
  by: Type.Union([Type.String(), Type.Null()], { description: 'user; null: a snapshot showed it, or a dismissal ended' }),
  snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the snapshot that found the alert again or no longer' }),
  detail: Type.Optional(Type.String({ description: 'reason of a dismissal, new assignee, due date or ticket' })),
});
export type AlertEvent = Static<typeof AlertEvent>;

/** A snapshot that was to verify a remediation, and failed. */
export const VerificationFailure = Type.Object({
  source_uid: Type.String(),
  source_name: Type.String(),
  began_time: Type.String({ description: 'time at which the snapshot began' }),
  reason: Type.String({ description: 'reason of the failure, as the source shows it' }),
  next_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the next attempt; null: the schedule of the source is off' }),
  what_to_do: Type.String(),
});
export type VerificationFailure = Static<typeof VerificationFailure>;

/** An alert with its finding, status and details. */
export const AlertInfo = Type.Object({
  alert_id: Type.String(),
  status: AlertStatus,
  severity: Severity,
  alert_time: Type.String(),
  alert_type: AlertType,
  monitor_id: Type.String(),
  monitor_name: Type.String(),
  alert_query: Type.String({
    description: 'query of the guardrail at the time of the alert, or the query for the activity of the identity; empty when there is neither',
  }),
  object_uri: Type.String({ description: 'URI of the finding' }),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  risk: Type.Union([Risk, Type.Null()], { description: 'risk of the finding; null until it is computed' }),
  reached_count: Type.Integer({ description: 'number of resources that the finding has access to; 0 when the guardrail is not about access' }),
  status_changed_at: Type.String(),
  status_changed_by: OptionalText,
  remediated_time: OptionalDate,
  remediated_by: OptionalText,
  history: Type.Array(AlertEvent, { description: 'decisions about the alert, and the snapshots that found it again or no longer, earliest first' }),
  gone_reason: Type.Union([Type.String(), Type.Null()], { description: 'reason why the finding is gone although the alert is still open' }),
  assignee: OptionalText,
  due_date: Type.String({ description: 'day on which the alert is due, UTC' }),
  is_overdue: Type.Boolean(),
  ticket: Type.Union([Type.Object({ key: Type.String(), url: Type.String() }), Type.Null()]),
  comments_count: Type.Integer(),
  dismiss_reason: Type.Union([Type.String(), Type.Null()], { description: 'reason of the present dismissal' }),
  dismissed_until: Type.Union([Type.String(), Type.Null()], { description: 'last day of the present dismissal; null without an end' }),
  verifying_since: Type.Union([Type.String(), Type.Null()], {
    description: 'time at which a user requested a snapshot that verifies the remediation; null when none is awaited',
  }),
  verification_failures: Type.Array(VerificationFailure, {
    description: 'snapshots since that request that failed, until the source is read again; the remediation is neither verified nor refuted',
  }),
  exclusion: Type.Union(
    [
      Type.Object({
        exclusion_id: Type.String(),
        reason: Type.String(),
        owner: Type.String(),
        ends_on: Type.Union([Type.String(), Type.Null()], { description: 'last day, UTC; null: it has no end' }),
        active: Type.Boolean({ description: 'false: it is over, so the alert is shown again' }),
      }),
      Type.Null(),
    ],
    { description: 'exclusion that covers the alert and ends last, or the last one that did; null: none ever did' },
  ),
  start_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the first suspicious event; null without events' }),
  end_time: OptionalDate,
  event_count: Type.Integer(),
  reasons: Type.Array(Type.String(), { description: 'reasons why the activity is suspicious, in sentences' }),
  technique: Type.String({ description: 'MITRE ATT&CK technique; empty when none applies' }),
  source: Type.String({ description: 'documentation of the detection method; empty for a guardrail' }),
  chart: Type.Union([AlertChart, Type.Null()]),
  result_graph: Type.Union([AlertGraph, Type.Null()], { description: 'present when requested; null when there are no access paths' }),
  edge_id_list: Type.Array(Type.String(), { description: 'ids of the links to highlight' }),
});
export type AlertInfo = Static<typeof AlertInfo>;

/** A resource that the finding of an alert has access to. */
export const AlertObject = Type.Object({
  object_uri: Type.String(),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  actions_str: Type.String(),
  conditional_actions_str: Type.String({
    description: '"RWA" with "-" for each kind of access that is unconditional or not possible; empty: not known',
  }),
});
export type AlertObject = Static<typeof AlertObject>;

const AlertTotals = Type.Object({
  high_count: Type.Integer(),
  medium_count: Type.Integer(),
  low_count: Type.Integer(),
  total_count: Type.Integer(),
  open_count: Type.Integer({ description: 'new and open alerts' }),
  excluded_count: Type.Integer({ description: 'open alerts that match the other filters and that an exclusion covers' }),
});

/** An alert in the second generation of the API. */
export const AlertV2 = Type.Object({
  id: Type.String(),
  referenceId: Type.String({ description: 'id of the guardrail or method' }),
  referenceType: ReferenceType,
  status: AlertStatus,
  severity: Severity,
  objectURI: Type.String(),
  objectName: Type.String(),
  accountId: Type.String(),
  region: Type.String(),
  createdTime: Type.String(),
  dismissedTime: OptionalDate,
  dismissedBy: OptionalText,
});
export type AlertV2 = Static<typeof AlertV2>;

const GuardrailV2 = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.Literal('AUTOCOMPLETE'),
  alertSeverity: Severity,
  enabled: Type.Boolean(),
  builtIn: Type.Boolean(),
  query: Type.String(),
  autoIntentId: Type.String(),
  folders: Type.Array(Type.Object({ id: Type.String(), complianceId: Type.String(), name: Type.String(), enabled: Type.Boolean() })),
  failedObjectsCount: Type.Integer(),
  createdBy: Type.String(),
  createdDateTime: Type.String(),
  lastAlertDateTime: OptionalDate,
  lastUpdatedBy: Type.String(),
});
export type GuardrailV2 = Static<typeof GuardrailV2>;

/** Body of a status change: alerts by id, or by the URI of their finding. */
const itemsOfMonitor = {
  items: Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'alert ids, or URIs of findings' }),
  monitor_id: Type.Optional(Type.String({ description: 'limits the change to this guardrail, or names the compliance rule that the objects fail' })),
};

const changed = Type.Object({ alert_info_list: Type.Array(AlertInfo) });
const byId = { id: Type.String() };

/** Kinds of groups of alerts. */
export const GROUP_KINDS = ['CAUSE', 'IDENTITY', 'RESOURCE', 'ACCOUNT', 'GUARDRAIL'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Orders of the alert list. PRIORITY: the highest risk first, then severity, number of resources and time. */
export const ALERT_SORTS = [
  'PRIORITY', 'RISK', 'SEVERITY', 'NAME', 'ENTITY', 'TYPE', 'RESOURCES', 'SOURCE', 'STATUS', 'ASSIGNEE', 'DUE_DATE', 'TIME',
] as const; // prettier-ignore
export type AlertSort = (typeof ALERT_SORTS)[number];

/** Filters of alerts and their groups. */
export const alertFilters = {
  monitor_id: Type.Optional(Type.String()),
  object_uri: Type.Optional(Type.String({ description: 'the finding, or a resource that it has access to' })),
  severity: Type.Optional(Severity),
  show: Type.Optional(Show),
  time: Type.Optional(Time),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name of the guardrail or finding' })),
  assignee: Type.Optional(Type.String({ maxLength: 320, description: 'email address; `none` for alerts that nobody is assigned' })),
  mentioned: Type.Optional(Type.String({ maxLength: 320, description: 'email address of a user whom a comment mentions' })),
  overdue: Type.Optional(Type.Boolean({ description: 'only alerts past their due date' })),
};

/** Alerts and guardrails, in both generations of the API. */
export const alertsEndpoints = {
  'GET /v1/intents/alerts': endpoint({
    summary: 'List alerts, the newest first by default, with counts; or read one alert by id',
    access: alertsRead,
    accounts: { ...NARROWED, without: ['alert_id', 'result_graph'] },
    owner: 'alerts',
    query: {
      alert_id: Type.Optional(Type.String()),
      result_graph: Type.Optional(Type.Boolean({ description: 'for one alert: include its access paths' })),
      ...alertFilters,
      group_by: Type.Optional(StringEnum(GROUP_KINDS)),
      group: Type.Optional(Type.String({ maxLength: 4000, description: 'only the alerts of this group of the kind `group_by`' })),
      sort: Type.Optional(StringEnum(ALERT_SORTS)),
      descending: Type.Optional(Type.Boolean()),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ alert_info_list: Type.Array(AlertInfo), pages_count: Type.Integer(), found_count: Type.Integer(), totals: AlertTotals }),
  }),
  'PATCH /v1/intents/alerts': endpoint({
    summary: 'Change the status of alerts: OPEN (seen or kept), IGNORE (dismiss), CLOSE (remediate). The call changes all alerts or none',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    body: {
      update_alert_info_list: Type.Array(
        Type.Object({
          alert_id: Type.String(),
          status: AlertStatus,
          user_id: Type.Optional(Type.String({ description: 'ignored: the token identifies the user' })),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    },
    answer: changed,
  }),
  'POST /v1/intents/alerts': endpoint({
    summary: 'Raise an alert about an entity manually. Recipients are notified; Remediate closes it at once',
    access: alertsWrite,
    audit: 'add',
    owner: 'alerts',
    body: {
      monitor_name: Type.String({ maxLength: 200, description: 'short title of the alert' }),
      severity: Severity,
      object_uri: Type.String({ description: 'URI of the entity' }),
      reasons: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 10 })),
      user_id: Type.Optional(Type.String({ description: 'ignored: the token identifies the user' })),
    },
    status: 201,
    answer: changed,
  }),
  'DELETE /v1/intents/alerts': endpoint({
    summary: 'Delete closed alerts. The call deletes all of them or none',
    access: alertsWrite,
    audit: 'remove',
    owner: 'alerts',
    query: { alert_id: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/intents/alertobjects': endpoint({
    summary: 'List the resources that the finding of an alert has access to',
    access: alertsRead,
    accounts: refusedWithin('an alert may cover resources of several accounts'),
    owner: 'alerts',
    query: {
      alert_id: Type.String(),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ objects: Type.Array(AlertObject), found_count: Type.Integer() }),
  }),
  'GET /v1/intents/alertsv2': endpoint({
    summary: 'List alerts in the second generation of the API',
    access: alertsRead,
    accounts: NARROWED,
    owner: 'alerts',
    query: { show: Type.Optional(Show) },
    answer: Type.Object({ alerts: Type.Array(AlertV2) }),
  }),
  'PATCH /v1/intents/dismissAlert': endpoint({
    summary: 'Dismiss alerts, or objects that fail a compliance rule',
    access: alertsWrite,
    audit: 'change',
    owner: sharedWithCompliance,
    body: itemsOfMonitor,
    answer: changed,
  }),
  'PATCH /v1/intents/keepAlert': endpoint({
    summary: 'Restore dismissed alerts or failed objects',
    access: alertsWrite,
    audit: 'change',
    owner: sharedWithCompliance,
    body: itemsOfMonitor,
    answer: changed,
  }),
  'PATCH /v1/intents/remediateAlert': endpoint({
    summary: 'Mark alerts as remediated. The next snapshot closes or reopens them',
    access: alertsWrite,
    audit: 'change',
    owner: sharedWithCompliance,
    body: itemsOfMonitor,
    answer: changed,
  }),
  'GET /v2/alerts': endpoint({
    summary: 'List the alerts of a guardrail',
    access: alertsRead,
    accounts: NARROWED,
    owner: 'alerts',
    query: {
      referenceId: Type.Optional(Type.String()),
      referenceType: Type.Optional(ReferenceType),
      show: Type.Optional(Show),
      failed: Type.Optional(Type.Boolean({ description: 'only alerts whose finding still exists' })),
    },
    answer: Type.Array(AlertV2),
  }),
  'GET /v2/alerts/summary': endpoint({
    summary: 'Count open alerts by severity or by guardrail',
    access: alertsRead,
    accounts: { ...NARROWED, without: ['accountIds'] },
    owner: 'alerts',
    query: {
      type: StringEnum(['PER_SEVERITY', 'PER_REFERENCE', 'Severity']),
      accountIds: Type.Optional(Type.String({ description: 'comma-separated' })),
      objectURI: Type.Optional(Type.String({ description: 'limits the counts to alerts with this finding or resource' })),
    },
    answer: Type.Array(Type.Object({ type: Type.String(), id: Type.Optional(Type.String()), count: Type.Integer() })),
  }),
  'POST /v2/alerts/{id}/dismiss': endpoint({
    summary: 'Dismiss an alert or restore it',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: { value: Type.Optional(Type.Boolean({ description: 'false restores the alert' })) },
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v2/alerts/{id}/keep': endpoint({
    summary: 'Restore a dismissed alert',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: {},
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v2/alerts/{id}/remediate': endpoint({
    summary: 'Mark an alert as remediated',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: {},
    status: 204,
    answer: NoAnswer,
  }),
  'GET /v2/guardrails': endpoint({
    summary: 'List guardrails in the second generation of the API',
    access: guardrailRead,
    owner: 'alerts',
    query: { 'compliance-id': Type.Optional(Type.String({ description: 'id of a folder' })), 'enabled-only': Type.Optional(Type.Boolean()) },
    answer: Type.Array(GuardrailV2),
  }),
};
