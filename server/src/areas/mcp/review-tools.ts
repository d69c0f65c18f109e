import { Type } from '@sinclair/typebox';
import {
  AlertGroup,
  AlertInfo,
  ChangeInfo,
  GROUP_KINDS,
  NotAssessed,
  Rule,
  Severity,
  StringEnum,
  Suite,
  UNUSED_IDENTITY_TYPES,
  UnusedItem,
} from '@cam/contracts/server';
import { paged, tool, type Tool } from './tool';

const Day = Type.Optional(Type.String({ format: 'date', description: 'such as 2026-01-31' }));
const alertFilter = {
  severity: Type.Optional(Severity),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name of the guardrail or finding' })),
};
/** An alert without its history and its activity, which only one at a time can show. */
const AlertRow = Type.Omit(AlertInfo, ['history']);

/** Tools about alerts, changes, compliance and unused access. */
export const REVIEW_TOOLS: readonly Tool[] = [
  tool({
    name: 'alert_groups',
    title: 'Groups of open alerts',
    description:
      'Group the open alerts by the one thing that explains them (CAUSE), or by identity, resource, account or guardrail, the riskiest first.',
    call: 'GET /v1/alerts/groups',
    input: { by: Type.Optional(StringEnum(GROUP_KINDS)), ...alertFilter, ...paged },
    row: AlertGroup,
    about: {
      alerts: Type.Integer({ description: 'number of alerts in all groups' }),
      pending: Type.Integer({ description: 'alerts without a known cause yet' }),
    },
    toCall: ({ by = 'CAUSE', limit = 50, page = 0, ...filter }) => ({ query: { by, ...filter, limit, offset: page * limit } }),
    toFound: ({ groups, found_count: total, alerts_count: alerts, pending_count: pending }) => ({ rows: groups, total, about: { alerts, pending } }),
    page: ({ by = 'CAUSE' }) => `/alerts?by=${by}`,
  }),
  tool({
    name: 'alerts',
    title: 'Open alerts',
    description:
      'List open alerts by priority, all of them or those of one group: `group_by` is its kind and `group` the key that `alert_groups` returns.',
    call: 'GET /v1/intents/alerts',
    input: {
      ...alertFilter,
      group_by: Type.Optional(StringEnum(GROUP_KINDS)),
      group: Type.Optional(Type.String({ maxLength: 4000 })),
      ...paged,
    },
    row: AlertRow,
    toCall: ({ limit = 50, page = 0, ...filter }) => ({ query: { ...filter, sort: 'PRIORITY' as const, limit, offset: page * limit } }),
    toFound: ({ alert_info_list: alerts, found_count: total }) => ({ rows: alerts.map(({ history: _history, ...alert }) => alert), total }),
    page: () => '/alerts',
  }),
  tool({
    name: 'changes',
    title: 'Changes between snapshots',
    description:
      'List what changed in the access graph, the latest first: entities, memberships, grants and policies, and who made the change where a log says so.',
    call: 'GET /v1/changes',
    input: {
      start_date: Day,
      end_date: Day,
      widened_access: Type.Optional(Type.Boolean({ description: 'only changes that give somebody more access' })),
      ...paged,
    },
    row: ChangeInfo,
    toCall: ({ limit = 50, page = 0, ...query }) => ({
      query: {
        ...query,
        'table_options.page_size': limit,
        'table_options.page_number': page,
        'table_options.sorted_field': 'change_time' as const,
        'table_options.sorted_asc': false,
      },
    }),
    toFound: ({ change_info_list: rows, change_count_list: counts }) => ({ rows, total: counts.find(({ type }) => type === 'ALL')?.count ?? null }),
    page: () => '/changes',
  }),
  tool({
    name: 'compliance_suites',
    title: 'Compliance suites',
    description: 'List the compliance suites, such as CIS benchmarks, with passing and failing tests.',
    call: 'GET /v1/intents/suites',
    input: {},
    row: Suite,
    about: {
      failing_tests: Type.Integer(),
      passing_tests: Type.Integer(),
      not_judged_tests: Type.Integer({ description: 'tests without enough data' }),
    },
    toCall: () => ({}),
    toFound: ({ suites, failing_tests, passing_tests, not_judged_tests }) => ({
      rows: suites,
      total: suites.length,
      about: { failing_tests, passing_tests, not_judged_tests },
    }),
    page: () => '/compliance',
  }),
  tool({
    name: 'compliance_rules',
    title: 'Rules of a compliance suite',
    description: 'List the rules of one suite with the numbers of objects that fail and pass, and the query behind each.',
    call: 'GET /v1/intents/complianceRules',
    input: {
      suite_id: Type.String({ maxLength: 200, description: 'from compliance_suites' }),
      failing_only: Type.Optional(Type.Boolean({ default: true })),
    },
    row: Rule,
    about: { suite: Type.String(), failing_tests: Type.Integer(), passing_tests: Type.Integer(), not_judged_tests: Type.Integer() },
    toCall: ({ suite_id }) => ({ query: { suite_id } }),
    toFound: ({ rules, suite, failing_tests, passing_tests, not_judged_tests }, { failing_only: failing = true }) => {
      const rows = failing ? rules.filter(({ failed_count: failed }) => failed > 0) : rules;
      return { rows, total: rows.length, about: { suite, failing_tests, passing_tests, not_judged_tests } };
    },
    page: () => '/compliance',
  }),
  tool({
    name: 'unused_access',
    title: 'Unused roles and identities',
    description:
      'List roles (UNUSED_ROLE) or identities (UNUSED_IDENTITY) that nobody used in the last 90 days, and the accounts whose logs do not say.',
    call: 'GET /v1/graph-querymgr/unused-accesses',
    input: { identity_type: StringEnum(UNUSED_IDENTITY_TYPES), ...paged },
    row: UnusedItem,
    about: {
      not_judged: Type.Integer({ description: 'roles or identities without enough data' }),
      excluded: Type.Integer({ description: 'unused ones that an exclusion covers' }),
      not_assessed: Type.Array(NotAssessed, { description: 'accounts without a log of 90 days' }),
    },
    toCall: ({ identity_type, limit = 50, page = 0 }) => ({
      query: { identity_type, request_type: 'UNUSED_SUMMARY' as const, page_size: limit, page_number: page },
    }),
    toFound: ({ items, total, not_judged, excluded_count: excluded, not_assessed }) => ({
      rows: items,
      total,
      about: { not_judged, excluded, not_assessed },
    }),
    page: ({ identity_type: type }) => `/unused-access?identity_type=${type}`,
  }),
];
