import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer, NARROWED } from '../../endpoint';
import { StringEnum } from '../../vocabulary';
import { exportQuery, CountFreshness, NullableCount, Nullable, paging, Query, INVENTORY_READ } from './common';

/** Usage filters. */
export const USAGE_VIEWS = ['ALL', 'USED', 'UNUSED'] as const;

/** Sort columns of privilege lists. */
export const PRIVILEGE_SORTS = ['name', 'source', 'users_total', 'users_unused', 'used_90', 'used_30', 'used_7'] as const;

/** A privilege in an account with its usage. Counts are null when usage is not logged. */
export const PrivilegeRow = Type.Object({
  name: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  sensitive: Type.Boolean(),
  users_total: Type.Integer(),
  users_unused: NullableCount,
  used_90: NullableCount,
  used_30: NullableCount,
  used_7: NullableCount,
  query: Query,
});
export type PrivilegeRow = Static<typeof PrivilegeRow>;

/** An identity that holds a privilege. */
export const PrivilegeUser = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  last_used: Nullable(Type.String()),
  used_through: Type.Union([Type.String(), Type.Null()], {
    description: 'last use within 90 days by an unknown user of a role that it can assume',
  }),
  judged: Type.Boolean({ description: 'true when its use is logged over the last 90 days' }),
});
export type PrivilegeUser = Static<typeof PrivilegeUser>;

const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sensitive: Type.Optional(Type.Boolean()),
  sorted_field: Type.Optional(StringEnum(PRIVILEGE_SORTS)),
  sorted_asc: Type.Optional(Type.Boolean()),
};

/** Privileges and their usage. */
export const privilegesEndpoints = {
  'GET /v1/graph-querymgr/privileges/{view_type}': endpoint({
    summary: 'List privileges by account, with holders and usage',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    path: { view_type: StringEnum(USAGE_VIEWS) },
    query: {
      ...paging,
      ...filters,
    },
    answer: Type.Object({
      ...CountFreshness,
      privilege_summary: Type.Array(PrivilegeRow),
      total: Type.Integer(),
      has_next: Type.Boolean(),
      has_prev: Type.Boolean(),
      views: Type.Array(Type.Object({ view: StringEnum(USAGE_VIEWS), count: Type.Integer() })),
    }),
  }),
  'GET /v1/graph-querymgr/privileges/{view_type}/export': endpoint({
    summary: 'Export a privilege list as CSV',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    path: { view_type: StringEnum(USAGE_VIEWS) },
    query: { ...exportQuery, ...filters },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
  'GET /v1/graph-querymgr/privilege-users': endpoint({
    summary: 'List the identities that hold a privilege in an account, with the last use',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...paging, name: Type.String({ maxLength: 300 }), source: Type.String({ description: 'account id' }) },
    answer: Type.Object({ users: Type.Array(PrivilegeUser), total: Type.Integer(), account_name: Type.String(), query: Query }),
  }),
};
