import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { AlertSuppression, Severity, Words } from '../vocabulary';

const guardrailRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;
const guardrailWrite = ['CAM_GUARDRAIL_WRITE'] as const;
const alertsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const complianceRead = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE', 'CAM_GENERAL_READ'] as const;

const OptionalDate = Type.Union([Type.String(), Type.Null()]);

/** The fields of the guardrail form. Lengths that the form names in words are checked by the area, which answers with those words. */
const monitorFields = {
  name: Type.String({ maxLength: 300, description: 'at least 3 characters' }),
  severity: Severity,
  query: Type.String({ maxLength: 4000, description: 'a whole query of the language, at least 3 characters' }),
  description: Type.String({ maxLength: 10000, description: 'left empty: what the query means, in a sentence' }),
  label: Type.String({ maxLength: 100 }),
  category: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true, description: 'folders' }),
  remediation: Type.String({ description: 'at most 10 000 characters' }),
  audit: Type.String({ description: 'at most 10 000 characters' }),
  suppression_create: AlertSuppression,
  suppression_delete: AlertSuppression,
};

const optionalMonitorFields = Type.Partial(Type.Object(monitorFields)).properties;

/** Who asks is known from the token: what a caller says of itself is accepted and ignored. */
const ignoredAuthor = { user_id: Type.Optional(Type.String({ description: 'ignored: the token says who it is' })) };

export const Monitor = Type.Object({
  monitor_id: Type.String(),
  ...monitorFields,
  auto_create: Type.Boolean({ description: 'built in: only its alerting can be changed' }),
  last_alert_date: OptionalDate,
  create_date: Type.String(),
  failed_count: Type.Integer({ description: 'open alerts' }),
  user_id: Type.String({ description: 'e-mail of who created it' }),
  alerts_enabled: Type.Boolean(),
  version: Type.Integer({ description: 'grows with every change; sent back with a change, it keeps two people from overwriting each other' }),
  changed_by: Type.String({ description: 'e-mail of who changed it last' }),
  evaluated_at: OptionalDate,
  evaluation_note: Type.Union([Type.String(), Type.Null()], { description: 'what somebody has to know of its last look at the graph' }),
});
export type Monitor = Static<typeof Monitor>;

export const RegionCount = Type.Object({
  region_info: Type.Object({
    name: Type.String(),
    code: Type.String({ description: 'empty: of no region' }),
    coordinates: Type.Union([Type.Object({ longitude: Type.Number(), latitude: Type.Number() }), Type.Null()], { description: 'null: not known' }),
  }),
  count: Type.Integer(),
});
export type RegionCount = Static<typeof RegionCount>;

const AlertCounts = Type.Object({ high_count: Type.Integer(), medium_count: Type.Integer(), low_count: Type.Integer() });

/** What needs manual evidence, or judges what there is not, is neither. */
const suiteTotals = {
  total_tests: Type.Integer({ description: 'failing and passing' }),
  failing_tests: Type.Integer(),
  passing_tests: Type.Integer(),
  not_judged_tests: Type.Integer(),
};

export const Suite = Type.Object({
  suite_id: Type.String(),
  suite: Type.String({ description: 'name' }),
  description: Type.String(),
  cloud_type: Type.String(),
  ...suiteTotals,
});
export type Suite = Static<typeof Suite>;

export const Rule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  severity: Severity,
  alert_type: Type.String(),
  failed_count: Type.Integer(),
  passed_count: Type.Integer(),
  dismissed_count: Type.Integer({ description: 'that fail and were dismissed; not among those that failed' }),
  total_count: Type.Integer(),
  manual: Type.Boolean({ description: 'no data answers it: somebody has to look' }),
  controls: Type.Array(Type.Object({ framework: Type.String(), control: Type.String() })),
  last_status_change: Type.Union([Type.String(), Type.Null()], { description: 'from passing to failing, or back' }),
  query: Type.String(),
  category: Type.String(),
  last_alert_date: Type.Union([Type.String(), Type.Null()], { description: 'when something last failed it that had not before' }),
});
export type Rule = Static<typeof Rule>;

export const SuiteControl = Type.Object({
  control: Type.String({ description: 'its number' }),
  title: Type.String({ description: 'what it asks' }),
  rule_ids: Type.Array(Type.String(), { description: 'rules that are evidence for it' }),
  manual: Type.Boolean({ description: 'no data answers any of its rules, or it has none: somebody has to look' }),
  evidence: Type.String({ description: 'what to keep where it has no rule; empty: it has' }),
  ...suiteTotals,
});
export type SuiteControl = Static<typeof SuiteControl>;

/** Remediated: somebody says so, and the next snapshot tells. */
export const FAILED_STATUSES = ['OPEN', 'DISMISSED', 'REMEDIATED'] as const;

export const FailedObject = Type.Object({
  object_uri: Type.String(),
  object_name: Type.String(),
  object_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  reason: Type.String(),
  status: Words(FAILED_STATUSES),
  status_changed_by: Type.String({ description: 'empty: nobody' }),
  status_changed_at: OptionalDate,
  failing_since: Type.Union([Type.String(), Type.Null()], {
    description: 'when a count after a snapshot first found it; null: not asked, or not counted yet',
  }),
});
export type FailedObject = Static<typeof FailedObject>;

export const TrendPoint = Type.Object({
  day: Type.String({ format: 'date', description: 'a day with a snapshot, UTC' }),
  failed_count: Type.Integer({ description: 'objects, of every rule that they fail' }),
  dismissed_count: Type.Integer(),
  passed_count: Type.Integer(),
  failing_tests: Type.Integer({ description: 'rules' }),
  passing_tests: Type.Integer(),
});
export type TrendPoint = Static<typeof TrendPoint>;

export const BackTest = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      found: Type.Integer(),
      raised: Type.Integer(),
      closed: Type.Integer(),
      open: Type.Integer({ description: 'alerts that would be open in the evening' }),
    }),
    { description: 'days with a snapshot, the earliest first' },
  ),
  first_look_count: Type.Integer({ description: 'alerts that the first of these days would have raised: what was there already' }),
  later_count: Type.Integer({ description: 'alerts that the other days would have raised' }),
  open_count: Type.Integer({ description: 'alerts that would be open now' }),
  is_cut: Type.Boolean({ description: 'it finds more on a day than was read' }),
  days_left_out: Type.Integer({ description: 'days that there was no time for, the earliest' }),
  raised: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      name: Type.String(),
      type: Type.String(),
      uri: Type.String(),
      account_id: Type.String(),
      reached_count: Type.Integer(),
    }),
    { description: 'what it would have raised, the latest first, 20 at most' },
  ),
});
export type BackTest = Static<typeof BackTest>;

const whereFailed = {
  region: Type.Optional(Type.String({ maxLength: 500, description: 'regions, separated by commas; Global: of no region' })),
  object_uri: Type.Optional(Type.String({ maxLength: 2000 })),
};

export const intentsEndpoints = {
  'GET /v1/intents/monitors': endpoint({
    summary: 'Guardrails of the tenant',
    access: guardrailRead,
    owner: 'alerts',
    query: { enabled_only: Type.Optional(Type.Boolean()) },
    answer: Type.Object({ monitor_info_list: Type.Array(Monitor) }),
  }),
  'POST /v1/intents/monitors': endpoint({
    summary: 'Create a guardrail; its query must be a whole query of the language',
    access: guardrailWrite,
    audit: 'add',
    owner: 'alerts',
    status: 201,
    body: { ...optionalMonitorFields, name: monitorFields.name, query: monitorFields.query, severity: monitorFields.severity, ...ignoredAuthor },
    answer: Type.Object({ monitor: Monitor }),
  }),
  'PATCH /v1/intents/monitors': endpoint({
    summary: 'Change one guardrail (monitor_id with its fields), or switch alerting of many (monitor_ids, alerts_enabled)',
    access: guardrailWrite,
    audit: 'change',
    owner: 'alerts',
    body: {
      monitor_id: Type.Optional(Type.String()),
      monitor_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000, uniqueItems: true })),
      alerts_enabled: Type.Optional(Type.Boolean()),
      version: Type.Optional(Type.Integer({ description: 'of the guardrail as it was read; 409 where somebody changed it since' })),
      ...optionalMonitorFields,
      ...ignoredAuthor,
    },
    answer: Type.Object({ monitor_info_list: Type.Array(Monitor) }),
  }),
  'DELETE /v1/intents/monitors': endpoint({
    summary: 'Delete guardrails, all that are named or none; what they raised is closed',
    access: guardrailWrite,
    audit: 'remove',
    owner: 'alerts',
    query: { monitor_id: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/intents/monitors/backtest': endpoint({
    summary: 'What a guardrail would have raised in the last 30 days, by the stored snapshots; nothing is stored',
    access: guardrailWrite,
    audit: { not: 'it looks at stored snapshots' },
    asks: true,
    owner: 'alerts',
    body: {
      query: monitorFields.query,
      suppression_create: Type.Optional(AlertSuppression),
      suppression_delete: Type.Optional(AlertSuppression),
    },
    answer: BackTest,
  }),
  'GET /v1/intents/monitorscount': endpoint({
    summary: 'How many guardrails there are, and how many raise alerts',
    access: guardrailRead,
    owner: 'alerts',
    answer: Type.Object({ total: Type.Integer(), active: Type.Integer() }),
  }),
  'GET /v1/intents/alertscount': endpoint({ summary: 'Open alerts by severity', access: alertsRead, owner: 'alerts', answer: AlertCounts }),
  'GET /v2/alerts/count': endpoint({
    summary: 'Open alerts by severity (v2)',
    access: alertsRead,
    owner: 'alerts',
    query: { accountIds: Type.Optional(Type.String({ description: 'comma-separated' })) },
    answer: Type.Object({ highCount: Type.Integer(), mediumCount: Type.Integer(), lowCount: Type.Integer() }),
  }),
  'GET /v1/intents/suites': endpoint({
    summary: 'Compliance suites with their totals on the current graph',
    access: complianceRead,
    owner: 'compliance',
    answer: Type.Object({ suites: Type.Array(Suite), ...suiteTotals }),
  }),
  'GET /v1/intents/complianceRules': endpoint({
    summary: 'Rules of a suite',
    access: complianceRead,
    owner: 'compliance',
    query: { suite_id: Type.String() },
    answer: Type.Object({
      rules: Type.Array(Rule),
      ...suiteTotals,
      suite: Type.String(),
      framework: Type.String({ description: 'whose controls its rules are evidence for; empty: none' }),
      controls: Type.Array(SuiteControl, {
        description:
          'of a framework that is read control by control: those that rules are evidence for, maybe several by one, and those about access that none is',
      }),
    }),
  }),
  'GET /v1/intents/rules': endpoint({
    summary: 'Rules of all suites; with a region or an object those that fail there',
    access: complianceRead,
    owner: 'compliance',
    query: whereFailed,
    answer: Type.Object({ rules: Type.Array(Rule), ...suiteTotals }),
  }),
  'POST /v1/intents/complianceReport': endpoint({
    summary: 'A suite as xlsx: its rules and what fails',
    access: complianceRead,
    audit: { not: 'it answers with a file and keeps none' },
    asks: true,
    owner: 'compliance',
    body: { suite_id: Type.String({ maxLength: 200 }) },
    answer: FileAnswer,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  'GET /v1/intents/rule': endpoint({
    summary: 'A rule with its failed objects',
    access: complianceRead,
    owner: 'compliance',
    query: {
      rule_id: Type.String(),
      show_dismissed: Type.Optional(Type.Boolean({ description: 'dismissed ones as well' })),
      show_open_only: Type.Optional(Type.Boolean({ description: 'neither dismissed nor remediated ones' })),
      ...whereFailed,
    },
    answer: Type.Object({
      rule_details: Type.Intersect([
        Rule,
        Type.Object({
          description: Type.String(),
          remediation: Type.String(),
          evidence: Type.String({ description: 'of a manual rule: what to keep' }),
          population_query: Type.String({ description: 'of everything that the rule judges; what it fails is `query`' }),
        }),
      ]),
      failed_objects: Type.Array(FailedObject),
    }),
  }),
  'GET /v1/intents/complianceTrend': endpoint({
    summary: 'How a rule, a suite, or all rules stood on each day with a snapshot, the last 60 of them',
    access: complianceRead,
    owner: 'compliance',
    query: { suite_id: Type.Optional(Type.String()), rule_id: Type.Optional(Type.String()) },
    answer: Type.Object({ points: Type.Array(TrendPoint, { description: 'the earliest first' }) }),
  }),
  'GET /v1/intents/failedCountsByRegion': endpoint({
    summary: 'Failed objects of all compliance rules, by region, as they were counted after the last snapshot',
    access: complianceRead,
    owner: 'compliance',
    answer: Type.Object({
      counts: Type.Array(RegionCount),
      counted_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null: they were not counted yet' }),
    }),
  }),
};
