import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { Severity, Words } from '../vocabulary';

const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const alertsWrite = ['CAM_ALERTS_WRITE'] as const;
const guardrailRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;

/** Of a compliance rule (`monitor_id`) the items are objects that fail it: the call serves that area as well. Each is changed where its own area is on. */
const sharedWithCompliance = ['alerts', 'compliance'] as const;

const OptionalDate = Type.Union([Type.String(), Type.Null()]);
const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** NEW until somebody looked at it, OPEN, IGNORE where it was dismissed, CLOSE once its finding is gone. NONE was suppressed and is never shown. */
export const ALERT_STATUSES = ['ALERT_STATUS_NONE', 'ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE'] as const;
export const AlertStatus = Words(ALERT_STATUSES);
export type AlertStatus = Static<typeof AlertStatus>;

export const ALERT_SHOWS = ['ALERT_DISMISSED', 'ALERT_NOT_DISMISSED', 'ALERT_ALL'] as const;
const Show = Words(ALERT_SHOWS);
export type AlertShow = Static<typeof Show>;

/** How far back alerts are listed: all of them, or those of the last day, week or month. */
export const ALERT_TIMES = ['all', '1d', '1w', '1m'] as const;
const Time = Words(ALERT_TIMES);
export type AlertTime = Static<typeof Time>;

/** What raised an alert: a guardrail, one of the methods that look at what people do, or (NONE) somebody by hand. */
export const ALERT_TYPES = [
  'ALERT_TYPE_NONE',
  'ALERT_TYPE_GUARDRAIL',
  'ALERT_TYPE_AI',
  'ALERT_TYPE_USAGE',
  'ALERT_TYPE_LOCATION',
  'ALERT_TYPE_EVENT',
] as const;
const AlertType = Words(ALERT_TYPES);
export type AlertType = Static<typeof AlertType>;

export const REFERENCE_TYPES = [
  'REFERENCE_TYPE_NONE',
  'REFERENCE_TYPE_GUARDRAIL',
  'REFERENCE_TYPE_AI',
  'REFERENCE_TYPE_USAGE',
  'REFERENCE_TYPE_LOCATION',
  'REFERENCE_TYPE_EVENT',
] as const;
const ReferenceType = Words(REFERENCE_TYPES);
export type ReferenceType = Static<typeof ReferenceType>;

export const AlertPlace = Type.Object({
  coordinates: Type.Object({ longitude: Type.Number(), latitude: Type.Number() }),
  city: Type.String(),
  state: Type.String(),
  country: Type.String(),
  radius: Type.Number({ description: 'kilometres around the coordinates within which it is' }),
});
export type AlertPlace = Static<typeof AlertPlace>;

/** How the detail of an alert draws it. */
const AlertChart = Type.Union([
  Type.Object({
    kind: Type.Literal('usage'),
    barchart_alert_point: Type.Array(Type.Object({ x: Type.String(), y: Type.Number() })),
    x_axis_name: Type.String(),
    y_axis_name: Type.String(),
    alert_x: Type.String({ description: 'the bar that the alert is about' }),
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

/** Who is found and what is reached, with every way between them: each node, link and path once. */
export const AlertGraph = Type.Object({
  nodes: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() })),
  links: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.String({ description: 'id of a node' }),
      to: Type.String(),
      relation: Type.String({ description: 'how the first leads to the second, in words' }),
      conditions: Type.Array(Type.String()),
    }),
  ),
  paths: Type.Array(Type.Array(Type.String()), { description: 'ids of the links of each, in their order' }),
  left: Type.Integer({ description: 'resources for which there is no room' }),
});
export type AlertGraph = Static<typeof AlertGraph>;

export const AlertInfo = Type.Object({
  alert_id: Type.String(),
  status: AlertStatus,
  severity: Severity,
  alert_time: Type.String(),
  alert_type: AlertType,
  monitor_id: Type.String(),
  monitor_name: Type.String(),
  alert_query: Type.String({
    description: 'what the guardrail asked when it raised the alert, or what finds what an identity did; empty where there is neither',
  }),
  object_uri: Type.String({ description: 'whom or what the guardrail found' }),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  reached_count: Type.Integer({ description: 'resources that it reaches by what was found; 0 where the guardrail asks about no access' }),
  status_changed_at: Type.String(),
  status_changed_by: OptionalText,
  remediated_time: OptionalDate,
  remediated_by: OptionalText,
  gone_reason: Type.Union([Type.String(), Type.Null()], { description: 'why its finding is gone, where it waits for somebody nevertheless' }),
  start_time: Type.Union([Type.String(), Type.Null()], { description: 'first event of what was suspicious; null: it is about no events' }),
  end_time: OptionalDate,
  event_count: Type.Integer(),
  reasons: Type.Array(Type.String(), { description: 'why what somebody did is suspicious, in words' }),
  technique: Type.String({ description: 'of MITRE ATT&CK; empty: none' }),
  source: Type.String({ description: 'where the method is described; empty: an alert of a guardrail' }),
  chart: Type.Union([AlertChart, Type.Null()]),
  result_graph: Type.Union([AlertGraph, Type.Null()], { description: 'where it is asked for; null too where nothing leads anywhere' }),
  edge_id_list: Type.Array(Type.String(), { description: 'links of the graph that what was found goes by' }),
});
export type AlertInfo = Static<typeof AlertInfo>;

/** A resource that is reached by what an alert tells of. */
export const AlertObject = Type.Object({
  object_uri: Type.String(),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  actions_str: Type.String(),
});
export type AlertObject = Static<typeof AlertObject>;

const AlertTotals = Type.Object({
  high_count: Type.Integer(),
  medium_count: Type.Integer(),
  low_count: Type.Integer(),
  total_count: Type.Integer(),
  open_count: Type.Integer({ description: 'that wait for somebody' }),
});

/** An alert as the second generation of the API has it. */
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

/** Alerts of one guardrail by id, or by the objects that they are about. */
const itemsOfMonitor = {
  items: Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'ids of alerts, or URIs of what they are about' }),
  monitor_id: Type.Optional(Type.String({ description: 'only alerts of this guardrail; or the compliance rule that these objects fail' })),
};

const changed = Type.Object({ alert_info_list: Type.Array(AlertInfo) });
const byId = { id: Type.String() };

export const alertsEndpoints = {
  'GET /v1/intents/alerts': endpoint({
    summary: 'Alerts, the newest first, with their counts; one by its id',
    access: alertsRead,
    owner: 'alerts',
    query: {
      alert_id: Type.Optional(Type.String()),
      result_graph: Type.Optional(Type.Boolean({ description: 'of one alert, also the ways that lead to what it tells of' })),
      monitor_id: Type.Optional(Type.String()),
      object_uri: Type.Optional(Type.String({ description: 'what was found, or is reached by what was found' })),
      severity: Type.Optional(Severity),
      show: Type.Optional(Show),
      time: Type.Optional(Time),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name of the guardrail or of what was found' })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ alert_info_list: Type.Array(AlertInfo), pages_count: Type.Integer(), found_count: Type.Integer(), totals: AlertTotals }),
  }),
  'PATCH /v1/intents/alerts': endpoint({
    summary: 'Change the status of alerts: OPEN (seen, or kept), IGNORE (dismiss), CLOSE (remediate). All of them or, where one cannot, none',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    body: {
      update_alert_info_list: Type.Array(
        Type.Object({
          alert_id: Type.String(),
          status: AlertStatus,
          user_id: Type.Optional(Type.String({ description: 'ignored: the token says who it is' })),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    },
    answer: changed,
  }),
  'POST /v1/intents/alerts': endpoint({
    summary: 'Raise an alert by hand, about something in the graph. People are told of it as of any other; Remediate closes it at once',
    access: alertsWrite,
    audit: 'add',
    owner: 'alerts',
    body: {
      monitor_name: Type.String({ maxLength: 200, description: 'what is wrong, in a few words' }),
      severity: Severity,
      object_uri: Type.String({ description: 'whom or what it is about' }),
      reasons: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 10 })),
      user_id: Type.Optional(Type.String({ description: 'ignored: the token says who it is' })),
    },
    status: 201,
    answer: changed,
  }),
  'DELETE /v1/intents/alerts': endpoint({
    summary: 'Delete closed alerts. All of them or, where one is not closed, none',
    access: alertsWrite,
    audit: 'remove',
    owner: 'alerts',
    query: { alert_id: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/intents/alertobjects': endpoint({
    summary: 'What is reached by what an alert tells of',
    access: alertsRead,
    owner: 'alerts',
    query: {
      alert_id: Type.String(),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ objects: Type.Array(AlertObject), found_count: Type.Integer() }),
  }),
  'GET /v1/intents/alertsv2': endpoint({
    summary: 'Alerts as the second generation of the API has them',
    access: alertsRead,
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
    summary: 'Bring dismissed alerts or failed objects back',
    access: alertsWrite,
    audit: 'change',
    owner: sharedWithCompliance,
    body: itemsOfMonitor,
    answer: changed,
  }),
  'PATCH /v1/intents/remediateAlert': endpoint({
    summary: 'Say that the cause was mended: the next snapshot closes the alerts, or opens them again',
    access: alertsWrite,
    audit: 'change',
    owner: sharedWithCompliance,
    body: itemsOfMonitor,
    answer: changed,
  }),
  'GET /v2/alerts': endpoint({
    summary: 'Alerts of a guardrail',
    access: alertsRead,
    owner: 'alerts',
    query: {
      referenceId: Type.Optional(Type.String()),
      referenceType: Type.Optional(ReferenceType),
      show: Type.Optional(Show),
      failed: Type.Optional(Type.Boolean({ description: 'only those whose finding is still there' })),
    },
    answer: Type.Array(AlertV2),
  }),
  'GET /v2/alerts/summary': endpoint({
    summary: 'How many alerts are open by severity or by guardrail',
    access: alertsRead,
    owner: 'alerts',
    query: {
      type: Words(['PER_SEVERITY', 'PER_REFERENCE', 'Severity']),
      accountIds: Type.Optional(Type.String({ description: 'comma-separated' })),
      objectURI: Type.Optional(Type.String({ description: 'that this object is found by, or reached by' })),
    },
    answer: Type.Array(Type.Object({ type: Type.String(), id: Type.Optional(Type.String()), count: Type.Integer() })),
  }),
  'POST /v2/alerts/{id}/dismiss': endpoint({
    summary: 'Dismiss an alert, or bring it back',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: { value: Type.Optional(Type.Boolean({ description: 'false brings it back' })) },
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v2/alerts/{id}/keep': endpoint({
    summary: 'Bring a dismissed alert back',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: {},
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v2/alerts/{id}/remediate': endpoint({
    summary: 'Say that the cause was mended',
    access: alertsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: {},
    status: 204,
    answer: NoAnswer,
  }),
  'GET /v2/guardrails': endpoint({
    summary: 'Guardrails as the second generation of the API has them',
    access: guardrailRead,
    owner: 'alerts',
    query: { 'compliance-id': Type.Optional(Type.String({ description: 'folder' })), 'enabled-only': Type.Optional(Type.Boolean()) },
    answer: Type.Array(GuardrailV2),
  }),
};
