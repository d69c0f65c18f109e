import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../../endpoint';
import { CLOUD_TYPES, StringEnum } from '../../vocabulary';
import { exportQuery, paging, CountFreshness, Nullable, PolicyReference, Query, INVENTORY_READ } from './common';

/** Kinds of identities on the Unused Access page. */
export const UNUSED_IDENTITY_TYPES = ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'] as const;
/** Tables of unused access. */
export const UNUSED_REQUEST_TYPES = [
  'UNUSED_SUMMARY',
  'UNUSED_DETAIL',
  'UNUSED_BY_SERVICE_SUMMARY',
  'UNUSED_BY_SERVICE_DETAIL',
  'UNUSED_BY_PRIVILEGE_SUMMARY',
  'UNUSED_BY_PRIVILEGE_DETAIL',
] as const;

/** Sort columns of unused access. */
export const UNUSED_SORTS = ['name', 'source', 'policies', 'roles', 'identities', 'last_used'] as const;

/** A row of any table of unused access. The request decides which columns it fills. */
export const UnusedItem = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  policy_account_id: Type.String(),
  scope: Type.String(),
  policies: Type.Array(PolicyReference),
  policies_count: Type.Integer(),
  service: Type.String(),
  privilege: Type.String(),
  roles_count: Type.Integer(),
  identities_count: Type.Integer(),
  privileges_count: Type.Integer(),
  role_name: Type.String(),
  role_uri: Type.String(),
  last_used: Nullable(Type.String()),
});
export type UnusedItem = Static<typeof UnusedItem>;

/** An account whose use cannot be assessed. */
export const NotAssessed = Type.Object({
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: StringEnum(CLOUD_TYPES),
  since: Nullable(Type.String({ description: 'first day of the log; null without a log' })),
  step: Type.String({ description: 'the step that helps, in one sentence' }),
});
export type NotAssessed = Static<typeof NotAssessed>;

const showExcluded = Type.Optional(Type.Boolean({ description: 'lists identities and roles that an exclusion covers too; false by default' }));
const includeIdle = Type.Optional(
  Type.Boolean({ description: 'includes break-glass, service-linked and provider-managed roles and identities; false by default' }),
);

const order = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sorted_field: Type.Optional(StringEnum(UNUSED_SORTS)),
  sorted_asc: Type.Optional(Type.Boolean()),
};

/** Unused access. */
export const unusedEndpoints = {
  'GET /v1/graph-querymgr/unused-accesses': endpoint({
    summary: 'List roles, identities, services and privileges not used in the last 90 days',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: {
      identity_type: StringEnum(UNUSED_IDENTITY_TYPES),
      request_type: StringEnum(UNUSED_REQUEST_TYPES),
      uri: Type.Optional(Type.String({ description: 'for a detail: URI of the role or identity' })),
      role_uri: Type.Optional(Type.String()),
      service: Type.Optional(Type.String()),
      privilege: Type.Optional(Type.String()),
      source: Type.Optional(Type.String({ description: 'account id' })),
      include_idle: includeIdle,
      show_excluded: showExcluded,
      ...paging,
      ...order,
    },
    answer: Type.Object({
      ...CountFreshness,
      items: Type.Array(UnusedItem),
      total: Type.Integer({ description: 'number of all rows; without a page number the first 500 are listed' }),
      query: Query,
      top_level_count_for_unused_access: Type.Array(
        Type.Object({ identity_type: StringEnum(UNUSED_IDENTITY_TYPES), request_type: StringEnum(UNUSED_REQUEST_TYPES), count: Type.Integer() }),
      ),
      usage_onboarding_in_progress: Type.Boolean(),
      not_judged: Type.Integer({ description: 'number of roles or identities without enough data' }),
      idle_count: Type.Integer({ description: 'number of unused break-glass, service-linked and provider-managed ones' }),
      excluded_count: Type.Integer({ description: 'number of unused ones that an exclusion covers' }),
      not_assessed: Type.Array(NotAssessed, { description: 'accounts without a log of 90 days' }),
    }),
  }),
  'POST /v1/graph-querymgr/unused-accesses/report': endpoint({
    summary: 'Export a table of unused access as CSV',
    access: INVENTORY_READ,
    audit: { exempt: 'it returns a file and stores nothing' },
    readOnly: true,
    owner: 'graph-explorer',
    body: {
      identity_type: StringEnum(UNUSED_IDENTITY_TYPES),
      request_type: StringEnum(UNUSED_REQUEST_TYPES),
      uri: Type.Optional(Type.String()),
      service: Type.Optional(Type.String()),
      privilege: Type.Optional(Type.String()),
      role_uri: Type.Optional(Type.String()),
      source: Type.Optional(Type.String()),
      include_idle: includeIdle,
      show_excluded: showExcluded,
      ...exportQuery,
      ...order,
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
};
