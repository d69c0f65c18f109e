import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer, NARROWED } from '../endpoint';
import { SYSLOG_PROTOCOLS } from '../notification-rules';
import { AlertSuppression, Severity, StringEnum } from '../vocabulary';

const guardrailRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;
const guardrailWrite = ['CAM_GUARDRAIL_WRITE'] as const;
const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const complianceRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE', 'CAM_GENERAL_READ'] as const;

const OptionalDate = Type.Union([Type.String(), Type.Null()]);

/** Notifications about the alerts of one guardrail. Without recipients, they go to those of their severity in the tenant's settings. */
export const GuardrailNotify = Type.Object(
  {
    email: Type.Array(Type.String(), { maxItems: 100 }),
    slack_url: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 20, description: 'webhooks of chat services' }),
    syslog: Type.Array(
      Type.Object({ endpoint: Type.String({ maxLength: 100 }), network: StringEnum(SYSLOG_PROTOCOLS) }, { additionalProperties: false }),
      {
        maxItems: 20,
        description: "syslog servers. One that the tenant's settings also name uses their credentials",
      },
    ),
    min_risk: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'lowest risk of an alert that is notified of; null: alerts of any risk',
    }),
    at_once: Type.Boolean({ description: 'notify at once, also in quiet hours and without waiting for a digest' }),
  },
  { additionalProperties: false },
);
export type GuardrailNotify = Static<typeof GuardrailNotify>;

/** The fields of the guardrail form. The server checks the lengths that the form explains, and answers with the texts of the form. */
const monitorFields = {
  name: Type.String({ maxLength: 300, description: 'at least 3 characters' }),
  severity: Severity,
  query: Type.String({ maxLength: 4000, description: 'a complete query, at least 3 characters' }),
  description: Type.String({ maxLength: 10000, description: 'when empty, the meaning of the query in one sentence' }),
  label: Type.String({ maxLength: 100 }),
  category: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true, description: 'folders' }),
  remediation: Type.String({ description: 'at most 10 000 characters' }),
  audit: Type.String({ description: 'at most 10 000 characters' }),
  suppression_create: AlertSuppression,
  suppression_delete: AlertSuppression,
  notify: GuardrailNotify,
};

const optionalMonitorFields = Type.Partial(Type.Object(monitorFields)).properties;

/** The token identifies the user; this field is accepted and ignored. */
const ignoredAuthor = { user_id: Type.Optional(Type.String({ description: 'ignored: the token identifies the user' })) };

/** A guardrail, called monitor in the API. */
export const Monitor = Type.Object({
  monitor_id: Type.String(),
  ...monitorFields,
  auto_create: Type.Boolean({ description: 'built in: only alerting can be changed' }),
  last_alert_date: OptionalDate,
  create_date: Type.String(),
  failed_count: Type.Integer({ description: 'number of open alerts' }),
  user_id: Type.String({ description: 'email address of the creator' }),
  alerts_enabled: Type.Boolean(),
  alerts_since: Type.Union([Type.String(), Type.Null()], {
    description: 'time since which it raises alerts; null: it raises none, or the time is not known',
  }),
  version: Type.Integer({ description: 'increases with every change; a change that sends it back cannot overwrite a concurrent one' }),
  changed_by: Type.String({ description: 'email address of the user who changed it last' }),
  evaluated_at: OptionalDate,
  evaluation_note: Type.Union([Type.String(), Type.Null()], { description: 'note about the last evaluation' }),
});
export type Monitor = Static<typeof Monitor>;

/** Number of failed objects in a region. */
export const RegionCount = Type.Object({
  region_info: Type.Object({
    name: Type.String(),
    code: Type.String({ description: 'empty without a region' }),
    coordinates: Type.Union([Type.Object({ longitude: Type.Number(), latitude: Type.Number() }), Type.Null()], { description: 'null when unknown' }),
  }),
  count: Type.Integer(),
});
export type RegionCount = Static<typeof RegionCount>;

const AlertCounts = Type.Object({ high_count: Type.Integer(), medium_count: Type.Integer(), low_count: Type.Integer() });

/** Test totals of a suite. Rules that need manual evidence or have no objects count as not judged. */
const suiteTotals = {
  total_tests: Type.Integer({ description: 'failing and passing tests' }),
  failing_tests: Type.Integer(),
  passing_tests: Type.Integer(),
  not_judged_tests: Type.Integer(),
};

/** A compliance suite with its totals. */
export const Suite = Type.Object({
  suite_id: Type.String(),
  suite: Type.String({ description: 'name' }),
  description: Type.String(),
  cloud_type: Type.String(),
  ...suiteTotals,
});
export type Suite = Static<typeof Suite>;

/** A compliance rule with its counts. */
export const Rule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  severity: Severity,
  alert_type: Type.String(),
  failed_count: Type.Integer(),
  passed_count: Type.Integer(),
  dismissed_count: Type.Integer({ description: 'dismissed failures; not part of failed_count' }),
  excluded_count: Type.Integer({ description: 'failures that an exclusion covers; not part of failed_count' }),
  total_count: Type.Integer(),
  manual: Type.Boolean({ description: 'not covered by data: requires manual review' }),
  controls: Type.Array(Type.Object({ framework: Type.String(), control: Type.String() })),
  last_status_change: Type.Union([Type.String(), Type.Null()], { description: 'time of the last change between passing and failing' }),
  query: Type.String(),
  category: Type.String(),
  last_alert_date: Type.Union([Type.String(), Type.Null()], { description: 'time of the last new failure' }),
});
export type Rule = Static<typeof Rule>;

/** A control of a compliance framework. */
export const SuiteControl = Type.Object({
  control: Type.String({ description: 'control number' }),
  title: Type.String({ description: 'requirement of the control' }),
  rule_ids: Type.Array(Type.String(), { description: 'ids of the rules that are evidence for it' }),
  manual: Type.Boolean({ description: 'not covered by data: requires manual review' }),
  evidence: Type.String({ description: 'evidence to collect for a control without rules; empty otherwise' }),
  ...suiteTotals,
});
export type SuiteControl = Static<typeof SuiteControl>;

/** Statuses of a failed object. REMEDIATED: a user marked it, and the next snapshot verifies it. EXCLUDED: an exclusion covers it. */
export const FAILED_STATUSES = ['OPEN', 'DISMISSED', 'REMEDIATED', 'EXCLUDED'] as const;

/** An object that fails a compliance rule. */
export const FailedObject = Type.Object({
  object_uri: Type.String(),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  reason: Type.String(),
  status: StringEnum(FAILED_STATUSES),
  status_changed_by: Type.String({ description: 'empty when unchanged' }),
  status_changed_at: OptionalDate,
  failing_since: Type.Union([Type.String(), Type.Null()], {
    description: 'time of the first snapshot in which it failed; null when not requested or not counted yet',
  }),
});
export type FailedObject = Static<typeof FailedObject>;

/** Compliance totals of one day. */
export const TrendPoint = Type.Object({
  day: Type.String({ format: 'date', description: 'a day with a snapshot, UTC' }),
  failed_count: Type.Integer({ description: 'failures, one for each object and rule' }),
  dismissed_count: Type.Integer(),
  passed_count: Type.Integer(),
  failing_tests: Type.Integer({ description: 'number of rules' }),
  passing_tests: Type.Integer(),
});
export type TrendPoint = Static<typeof TrendPoint>;

/** Result of a guardrail on past snapshots. */
export const BackTest = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      found: Type.Integer(),
      raised: Type.Integer(),
      closed: Type.Integer(),
      open: Type.Integer({ description: 'alerts open at the end of the day' }),
    }),
    { description: 'days with a snapshot, the earliest first' },
  ),
  first_look_count: Type.Integer({ description: 'alerts of the first day, for findings that existed before' }),
  later_count: Type.Integer({ description: 'alerts of the later days' }),
  open_count: Type.Integer({ description: 'alerts still open today' }),
  is_cut: Type.Boolean({ description: 'true when a day has more findings than were read' }),
  days_left_out: Type.Integer({ description: 'number of early days left out for lack of time' }),
  raised: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      name: Type.String(),
      type: Type.String(),
      uri: Type.String(),
      account_id: Type.String(),
      reached_count: Type.Integer(),
    }),
    { description: 'alerts that it would have raised, the latest first, at most 20' },
  ),
});
export type BackTest = Static<typeof BackTest>;

const whereFailed = {
  region: Type.Optional(Type.String({ maxLength: 500, description: 'regions, comma-separated; Global for objects without a region' })),
  object_uri: Type.Optional(Type.String({ maxLength: 2000 })),
};

/** Guardrails and compliance. */
export const intentsEndpoints = {
  'GET /v1/intents/monitors': endpoint({
    summary: 'List the guardrails of the tenant',
    access: guardrailRead,
    owner: 'alerts',
    query: { enabled_only: Type.Optional(Type.Boolean()) },
    answer: Type.Object({ monitor_info_list: Type.Array(Monitor) }),
  }),
  'POST /v1/intents/monitors': endpoint({
    summary: 'Create a guardrail. Its query must be complete',
    access: guardrailWrite,
    audit: 'add',
    owner: 'alerts',
    status: 201,
    body: {
      ...optionalMonitorFields,
      name: monitorFields.name,
      query: monitorFields.query,
      severity: monitorFields.severity,
      alerts_enabled: Type.Optional(Type.Boolean({ description: 'false by default' })),
      ...ignoredAuthor,
    },
    answer: Type.Object({ monitor: Monitor }),
  }),
  'PATCH /v1/intents/monitors': endpoint({
    summary: 'Change one guardrail (monitor_id with its fields), or enable alerting for many (monitor_ids, alerts_enabled)',
    access: guardrailWrite,
    audit: 'change',
    owner: 'alerts',
    body: {
      monitor_id: Type.Optional(Type.String()),
      monitor_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000, uniqueItems: true })),
      alerts_enabled: Type.Optional(Type.Boolean()),
      version: Type.Optional(Type.Integer({ description: 'version that the change is based on; 409 when it is outdated' })),
      ...optionalMonitorFields,
      ...ignoredAuthor,
    },
    answer: Type.Object({ monitor_info_list: Type.Array(Monitor) }),
  }),
  'DELETE /v1/intents/monitors': endpoint({
    summary: 'Delete guardrails, all named ones or none. Their alerts are closed',
    access: guardrailWrite,
    audit: 'remove',
    owner: 'alerts',
    query: { monitor_id: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/intents/monitors/backtest': endpoint({
    summary: 'Back-test a guardrail on the snapshots of the last 30 days. Nothing is stored',
    access: guardrailWrite,
    audit: { exempt: 'it only reads stored snapshots' },
    readOnly: true,
    owner: 'alerts',
    body: {
      query: monitorFields.query,
      suppression_create: Type.Optional(AlertSuppression),
      suppression_delete: Type.Optional(AlertSuppression),
    },
    answer: BackTest,
  }),
  'GET /v1/intents/monitorscount': endpoint({
    summary: 'Count all guardrails and those that raise alerts',
    access: guardrailRead,
    owner: 'alerts',
    answer: Type.Object({ total: Type.Integer(), active: Type.Integer() }),
  }),
  'GET /v1/intents/alertscount': endpoint({
    summary: 'Count open alerts by severity',
    access: alertsRead,
    accounts: NARROWED,
    owner: 'alerts',
    answer: AlertCounts,
  }),
  'GET /v2/alerts/count': endpoint({
    summary: 'Count open alerts by severity (v2)',
    access: alertsRead,
    accounts: { ...NARROWED, without: ['accountIds'] },
    owner: 'alerts',
    query: { accountIds: Type.Optional(Type.String({ description: 'comma-separated' })) },
    answer: Type.Object({ highCount: Type.Integer(), mediumCount: Type.Integer(), lowCount: Type.Integer() }),
  }),
  'GET /v1/intents/suites': endpoint({
    summary: 'List the compliance suites with their totals on the current graph',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    answer: Type.Object({ suites: Type.Array(Suite), ...suiteTotals }),
  }),
  'GET /v1/intents/complianceRules': endpoint({
    summary: 'List the rules of a suite',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    query: { suite_id: Type.String() },
    answer: Type.Object({
      rules: Type.Array(Rule),
      ...suiteTotals,
      suite: Type.String(),
      framework: Type.String({ description: 'framework of the controls; empty when there is none' }),
      controls: Type.Array(SuiteControl, {
        description: 'controls of a framework: those with rules as evidence, possibly several for one rule, and those about access without a rule',
      }),
    }),
  }),
  'GET /v1/intents/rules': endpoint({
    summary: 'List the rules of all suites, or those that fail in a region or for an object',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    query: whereFailed,
    answer: Type.Object({ rules: Type.Array(Rule), ...suiteTotals }),
  }),
  'POST /v1/intents/complianceReport': endpoint({
    summary: 'Export a suite as xlsx with its rules and failed objects',
    access: complianceRead,
    audit: { exempt: 'it returns a file and stores nothing' },
    readOnly: true,
    owner: 'compliance',
    body: { suite_id: Type.String({ maxLength: 200 }) },
    answer: FileAnswer,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  'GET /v1/intents/rule': endpoint({
    summary: 'Read a rule with its failed objects',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    query: {
      rule_id: Type.String(),
      show_dismissed: Type.Optional(Type.Boolean({ description: 'include dismissed objects' })),
      show_open_only: Type.Optional(Type.Boolean({ description: 'leave out dismissed and remediated objects' })),
      ...whereFailed,
    },
    answer: Type.Object({
      rule_details: Type.Intersect([
        Rule,
        Type.Object({
          description: Type.String(),
          remediation: Type.String(),
          evidence: Type.String({ description: 'evidence to collect for a manual rule' }),
          population_query: Type.String({ description: 'query for all objects that the rule judges; `query` finds the failed ones' }),
        }),
      ]),
      failed_objects: Type.Array(FailedObject),
    }),
  }),
  'GET /v1/intents/complianceTrend': endpoint({
    summary: 'Trend of a rule, a suite or all rules, for the last 60 days with a snapshot',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    query: { suite_id: Type.Optional(Type.String()), rule_id: Type.Optional(Type.String()) },
    answer: Type.Object({ points: Type.Array(TrendPoint, { description: 'the earliest first' }) }),
  }),
  'GET /v1/intents/failedCountsByRegion': endpoint({
    summary: 'Count the failed objects of all compliance rules by region, as of the last snapshot',
    access: complianceRead,
    accounts: NARROWED,
    owner: 'compliance',
    answer: Type.Object({
      counts: Type.Array(RegionCount),
      counted_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null before the first count' }),
    }),
  }),
};
